import OnceKernel

/// A value that existed before it was registered.
final class InstanceRecipe<Value: Sendable>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only
  private let value: Value

  init(_ key: AnyKey, _ site: RegistrationSite, value: Value) {
    self.value = value
    super.init(key, .singleton, site) { _ in value }
  }

  /// The container did not build it, so it is not the container's to put away.
  override func disposes(_ instance: AnyObject) -> Bool { false }

  override func dispose(_ instance: AnyObject) async throws {}

  override func makeCell(isPlain: Bool) -> OnceCell {
    let cell = super.makeCell(isPlain: isPlain)
    cell.fill(box(value))
    return cell
  }
}
