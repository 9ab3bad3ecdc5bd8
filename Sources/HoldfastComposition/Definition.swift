import Holdfast

/// What a property of a composition says, until it is composed.
///
/// Not `Sendable`: the thread that takes it out of its handle is the only one that has it.
final class Definition {
  let site: SourceSite
  /// The type that the key has.
  let keyType: Any.Type
  /// The kind of scope that it is of, with what is given to such a scope.
  let scope: (any ComposedScope.Type)?
  /// What to register.
  private let make: (UnsafeRawPointer, Name, Gathering) -> Registration

  init(
    _ keyType: Any.Type, _ site: SourceSite, scope: (any ComposedScope.Type)?,
    _ make: @escaping (UnsafeRawPointer, Name, Gathering) -> Registration
  ) {
    self.keyType = keyType
    self.site = site
    self.scope = scope
    self.make = make
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
  ///
  /// - Parameter make: is passed the place of a composition of the type `owner`.
  convenience init(
    of owner: Any.Type, _ keyType: Any.Type, _ site: SourceSite, scope: (any ComposedScope.Type)? = nil,
    _ make: @escaping (UnsafeRawPointer, Name, Gathering) -> Registration
  ) {
    self.init(Definition(keyType, site, scope: scope, make), of: owner)
  }
}
