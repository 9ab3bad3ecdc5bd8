/// A registration that says how its values are put away.
final class DisposingRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only; the closures are @Sendable
  private let disposer: Dispose

  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, dispose: @escaping Dispose, make: @escaping Make) {
    disposer = dispose
    super.init(key, lifetime, site, make: make)
  }

  override func disposes(_ instance: AnyObject) -> Bool { true }

  override func dispose(_ instance: AnyObject) async throws {
    if let value = unbox(instance) { try await disposer(value) }
  }
}

extension Recipe {
  typealias Dispose = @Sendable (Value) async throws -> Void

  /// A recipe with a disposer, if there is one. Most have none, and do without the room for it.
  static func with(
    _ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, dispose: Dispose?, make: @escaping Make
  ) -> Recipe<Value> {
    guard let dispose else { return Recipe(key, lifetime, site, make: make) }
    return DisposingRecipe(key, lifetime, site, dispose: dispose, make: make)
  }
}
