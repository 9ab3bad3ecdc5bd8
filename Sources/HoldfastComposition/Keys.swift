public import Holdfast

extension SharedObject {
  /// The key under which the container has the object, for registered values that need it, and for `forward`; nil before it has been composed.
  public var key: Key<Value>? { handle.key.map { Key(named: $0.name) } }
}

extension SharedAsyncObject {
  /// The key under which the container has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key.map { Key(named: $0.name) } }
}

extension SharedOnMainObject {
  /// The key under which the container has the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key.map { Key(named: $0.name) } }
}

extension NewObject {
  /// The key under which the container makes the object; nil before it has been composed.
  public var key: Key<Value>? { handle.key.map { Key(named: $0.name) } }
}
