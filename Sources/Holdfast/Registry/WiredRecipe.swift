/// A registration that says what it needs.
final class WiredRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only
  private let needs: [DeclaredDependency]

  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, _ dependencies: [DeclaredDependency], make: @escaping Make) {
    needs = dependencies
    super.init(key, lifetime, site, make: make)
  }

  override var dependencies: [DeclaredDependency]? { needs }
}
