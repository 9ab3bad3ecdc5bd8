/// A registration that says what it needs.
@usableFromInline
final class WiredRecipe<Value>: Recipe<Value>, @unchecked Sendable {  // unchecked: constants only
  private let needs: [Dependency]

  @usableFromInline
  init(_ key: AnyKey, _ lifetime: Lifetime, _ site: RegistrationSite, _ dependencies: [Dependency], make: @escaping Make) {
    needs = dependencies
    super.init(key, lifetime, site, make: make)
  }

  override var dependencies: [Dependency]? { needs }
}
