/// A registration that says what it needs.
@usableFromInline
final class WiredRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only
  private let needs: [DeclaredDependency]

  @usableFromInline
  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, _ dependencies: [DeclaredDependency], make: @escaping Make) {
    needs = dependencies
    super.init(key, lifetime, site, make: make)
  }

  override var dependencies: [DeclaredDependency]? { needs }
}
