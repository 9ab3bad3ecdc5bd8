import Holdfast

extension Handle {
  /// What a property of a composition says, until it is composed.
  ///
  /// - Parameters:
  ///   - owner: the type of the composition that has the property.
  ///   - make: is passed the place of such a composition.
  convenience init(
    of owner: Any.Type, _ keyType: Any.Type, _ site: SourceSite, scope: (any ComposedScope.Type)? = nil,
    _ make: @escaping (UnsafeRawPointer, Name, Gathering) -> Registration
  ) {
    // unsafe: the composer passes no other object than a `Gathering`. A closure that casts it would be one more on the heap, and so would one that is
    // cast itself.
    self.init(of: owner, keyType, site, scope: scope, unsafeBitCast(GatheringMaker(make: make), to: Handle.Maker.self))
  }

  /// The kind of scope that it is of, with what is given to such a scope.
  var composedScope: (any ComposedScope.Type)? {
    scope.flatMap { $0 as? any ComposedScope.Type }  // it is Sendable, so that no conformance to it is isolated
  }
}

private struct GatheringMaker {
  let make: (UnsafeRawPointer, Name, Gathering) -> Registration
}

extension AnyKey {
  /// The type of the key of what is made of such an argument.
  static func type<Value, Argument>(_ value: Value.Type, taking argument: Argument.Type) -> Any.Type {
    AnyKey(Value.self, taking: argument).type
  }
}
