/// The instances of one open scope: those of a layer end with it.
final class ModelScope {
  /// By container and by the registration's number: an address may come to be another one's.
  private var cells: [ObjectIdentifier: [Int: ModelCell]] = [:]

  /// What the scope has of a registration of this container or layer.
  subscript(container: ModelContainer, registration: ModelRegistration) -> ModelCell? {
    get { cells[ObjectIdentifier(container)]?[registration.number] }
    set { cells[ObjectIdentifier(container), default: [:]][registration.number] = newValue }
  }

  func forget(_ layer: ModelContainer) { cells[ObjectIdentifier(layer)] = nil }
}
