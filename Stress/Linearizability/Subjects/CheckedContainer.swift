import Holdfast

/// The container that is checked: each key has a registration or none, and at most one instance of it.
///
/// Key 0 is a type without a name, the others have names; key 1 is of a cache group while its container is never sealed.
final class CheckedContainer: Sendable {
  private let container = Container()
  private let names: [Name?]
  private let scopes: [Lifetime<Specimen>]

  init(_ plan: Plan) {
    names = (0..<plan.keys).map { $0 == 0 ? nil : Name("key \($0)") }
    scopes = (0..<plan.keys).map { $0 == 1 && plan.mode == .open ? .cached(CacheGroup("checked")) : .singleton }
  }

  /// Registers, in the place of what is registered.
  func register(_ key: Int, _ recipe: Recipe) throws(ResolutionError) {
    try container.register(Specimen.self, named: names[key], scope: scopes[key]) { _ in try recipe.make() }
  }

  /// Registers the same recipe under every key, as one step.
  func registerAll(_ recipe: Recipe) throws(ResolutionError) {
    do {
      try container.registerAll { batch in
        for (name, scope) in zip(names, scopes) { batch.register(Specimen.self, named: name, scope: scope) { _ in try recipe.make() } }
      }
    } catch let error as ResolutionError {
      throw error
    } catch {
      preconditionFailure("a batch of registrations throws what the container throws: \(error)")
    }
  }

  func unregister(_ key: Int) throws(ResolutionError) -> Bool { try container.unregister(Specimen.self, named: names[key]) }

  func reset(_ key: Int) throws(ResolutionError) -> Bool { try container.reset(Specimen.self, named: names[key]) }

  func resetAll() throws(ResolutionError) { try container.resetAll() }

  func seal() { container.seal() }

  /// Called when no thread asks it.
  func checkInvariants() {
    if let broken = container.brokenInvariant { preconditionFailure(broken) }
  }

  func resolve(_ key: Int) throws(ResolutionError) -> Specimen {
    key == 0 ? try container.resolve(Specimen.self) : try container.resolve(Specimen.self, named: names[key])
  }
}
