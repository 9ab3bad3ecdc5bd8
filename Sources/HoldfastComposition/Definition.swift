import Holdfast

/// What a property of a composition says, until it is composed.
///
/// Not `Sendable`: the thread that takes it out of its handle is the only one that has it.
final class Definition {
  let site: RegistrationSite
  /// The type that the key has.
  let keyType: Any.Type
  /// The kind of scope that it is of, with what is given to such a scope.
  let scope: (any ComposedScope.Type)?
  /// What to register.
  private let make: (UnsafeRawPointer, Name, Gathering) -> Registration

  init<Root>(
    _ owner: Root.Type, _ keyType: Any.Type, _ site: RegistrationSite, scope: (any ComposedScope.Type)? = nil,
    _ make: @escaping (UnsafePointer<Root>, Name, Gathering) -> Registration
  ) {
    self.keyType = keyType
    self.site = site
    self.scope = scope
    // The composer passes the place of a composition of the type that the handle says.
    self.make = { make($0.assumingMemoryBound(to: Root.self), $1, $2) }
  }

  func registration(of owner: UnsafeRawPointer, _ name: Name, _ gathering: Gathering) -> Registration { make(owner, name, gathering) }
}

extension AnyKey {
  /// The type of the key of what is made of such an argument.
  static func type<Value, Argument>(_ value: Value.Type, taking argument: Argument.Type) -> Any.Type {
    AnyKey(Value.self, taking: argument).type
  }
}

extension Handle {
  /// What a property of a composition says.
  convenience init<Root>(
    of owner: Root.Type, _ keyType: Any.Type, _ site: RegistrationSite, scope: (any ComposedScope.Type)? = nil,
    _ make: @escaping (UnsafePointer<Root>, Name, Gathering) -> Registration
  ) {
    self.init(Definition(owner, keyType, site, scope: scope, make), of: owner)
  }
}
