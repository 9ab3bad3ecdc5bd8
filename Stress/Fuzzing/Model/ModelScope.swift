/// The instances of one open scope: those of a layer end with it.
final class ModelScope {
  private var cells: [ObjectIdentifier: [ObjectIdentifier: ModelCell]] = [:]

  /// What the scope has of a registration of this container or layer.
  subscript(container: ModelContainer, registration: ModelRegistration) -> ModelCell? {
    get { cells[ObjectIdentifier(container)]?[ObjectIdentifier(registration)] }
    set { cells[ObjectIdentifier(container), default: [:]][ObjectIdentifier(registration)] = newValue }
  }

  func forget(_ layer: ModelContainer) { cells[ObjectIdentifier(layer)] = nil }
}
