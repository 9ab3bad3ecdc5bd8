public import Holdfast

/// A reference that asks for an object later, as a need: the factory is given a `Provider`.
///
/// ```swift
/// let parent: Shared<Parent> = Shared(\.child.deferred) { Parent(child: $0) }
/// let child = Shared(\.parent) { Child(parent: $0) }
/// ```
///
/// It closes no cycle. The compiler infers the types of properties from each other, so one of the two needs its type.
public struct Deferred<Target>: SharedSource {
  let handle: Handle

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Provider<Target>> {
    gathering.need(handle, Target.self, .provider) { need in .derived { need.provider($0) } }
  }
}

extension SharedObject {
  /// A reference that asks for the object later, as a need: `\.store.deferred`.
  public var deferred: Deferred<Value> { Deferred(handle: handle) }
}

extension SharedAsyncObject {
  /// A reference that asks for the object later, as a need. It is asked with `await`.
  public var deferred: Deferred<Value> { Deferred(handle: handle) }
}

extension SharedOnMainObject {
  /// A reference that asks for the object later, as a need. It is asked on the main actor, or with `await`.
  public var deferred: Deferred<Value> { Deferred(handle: handle) }
}
