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
  private let find: @Sendable (Gathering) -> Needed<Target>

  init(_ source: some Source<Target>) { find = { source.needed($0) } }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Provider<Target>> { gathering.deferred { find(gathering) } }
}

/// A reference that asks for an object of a scope later, as a need of the scope's objects: the factory is given a `Provider`.
///
/// ```swift
/// let cart = Scoped<Session, Cart>(\.audit.deferred) { Cart(audit: $0) }
/// let audit = Scoped<Session, Audit>(\.cart) { Audit(cart: $0) }
/// ```
public struct ScopedDeferred<Scope: ComposedScope, Target>: ScopedSource, ScopeMember {
  private let deferred: Deferred<Target>

  fileprivate init(_ source: some Source<Target>) { deferred = Deferred(source) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Provider<Target>> { deferred.needed(gathering) }
}

extension SharedObject {
  /// A reference that asks for the object later, as a need: `\.store.deferred`.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension SharedAsyncObject {
  /// A reference that asks for the object later, as a need. It is asked with `await`.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension SharedOnMainObject {
  /// A reference that asks for the object later, as a need. It is asked on the main actor, or with `await`.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension NewObject {
  /// What makes objects later, as a need: `\.draft.deferred`.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension NewAsyncObject {
  /// What makes objects later, as a need. It is asked with `await`.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension NewOnMainObject {
  /// What makes objects later, as a need. It is asked on the main actor, or with `await`.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension Need {
  /// A reference that asks for what is required later. `Composed` refuses it if that is no single object.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension NeedAsync {
  /// A reference that asks for what is required later, with `await`. `Composed` refuses it if that is no single object.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension NeedOnMain {
  /// A reference that asks for what is required later, on the main actor or with `await`. `Composed` refuses it if that is no single object.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension Registered {
  /// A reference that asks for the registered value later, as a need.
  public var deferred: Deferred<Value> { Deferred(self) }
}

extension ScopedObject {
  /// A reference that asks the scope for the object later, as a need of the scope's objects.
  public var deferred: ScopedDeferred<Scope, Value> { ScopedDeferred(self) }
}

extension ScopedAsyncObject {
  /// A reference that asks the scope for the object later, with `await`.
  public var deferred: ScopedDeferred<Scope, Value> { ScopedDeferred(self) }
}

extension ScopedOnMainObject {
  /// A reference that asks the scope for the object later, on the main actor or with `await`.
  public var deferred: ScopedDeferred<Scope, Value> { ScopedDeferred(self) }
}

extension ScopedNewObject {
  /// What makes objects in the scope later, as a need of the scope's objects.
  public var deferred: ScopedDeferred<Scope, Value> { ScopedDeferred(self) }
}

extension ScopedNewAsyncObject {
  /// What makes objects in the scope later, with `await`.
  public var deferred: ScopedDeferred<Scope, Value> { ScopedDeferred(self) }
}

extension ScopedNewOnMainObject {
  /// What makes objects in the scope later, on the main actor or with `await`.
  public var deferred: ScopedDeferred<Scope, Value> { ScopedDeferred(self) }
}
