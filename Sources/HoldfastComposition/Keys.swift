public import Holdfast

extension Handle {
  fileprivate func key<Value>(of type: Value.Type) -> Key<Value>? { key.map { Key(named: $0.name) } }
}

extension SharedObject {
  /// The key under which the container has the object, for registered values that need it, and for `forward`; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension SharedAsyncObject {
  /// The key under which the container has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension SharedOnMainObject {
  /// The key under which the container has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension NewObject {
  /// The key under which the container makes the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension NewAsyncObject {
  /// The key under which the container makes the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension NewOnMainObject {
  /// The key under which the container makes the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension ScopedObject {
  /// The key under which a scope has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension ScopedAsyncObject {
  /// The key under which a scope has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}

extension ScopedOnMainObject {
  /// The key under which a scope has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key(of: Value.self) }
}
