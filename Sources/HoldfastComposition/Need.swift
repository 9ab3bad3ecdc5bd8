public import Holdfast

/// What a module requires of the composition around it: a stored property without a value, so that the compiler asks for it where the module is made.
///
/// ```swift
/// public struct OrderingObjects: Composition {
///   let payments: Need<any Payments>
///   public let till = Shared(\.payments) { Till(payments: $0) }
///   public init(payments: Need<any Payments>) { self.payments = payments }
/// }
/// struct AppObjects: Composition {
///   let payments = Shared<any Payments> { CardPayments() }
///   let ordering = OrderingObjects(payments: Need(\AppObjects.payments))
/// }
/// ```
public struct Need<Value>: SharedSource {
  let requirement: Requirement<Value>

  /// The property of a composition around the module.
  public init<Root: Composition, S: SharedSource<Value>>(_ path: any KeyPath<Root, S> & Sendable) { requirement = Requirement(path) }

  @available(
    *, unavailable,
    message:
      "this is not there when a synchronous factory runs: declare a NeedAsync or NeedOnMain, or pass its 'warmedUp', as in 'Need(\\App.pool.warmedUp)'"
  )
  @_disfavoredOverload
  public init<Root: Composition, S: Source<Value>>(_ path: any KeyPath<Root, S> & Sendable) {
    preconditionFailure("it cannot be called")
  }

  /// The property of a composition that was made before, such as `outer.store`. Make this one with `Composed(inside: outer)`.
  public init<S: SharedSource<Value>>(_ property: S) { requirement = Requirement(property) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { requirement.needed(gathering) }
}

/// What a module requires and only tasks can have, as it is made asynchronously.
public struct NeedAsync<Value>: TaskSource {
  let requirement: Requirement<Value>

  /// The property of a composition around the module.
  public init<Root: Composition, S: TaskSource<Value>>(_ path: any KeyPath<Root, S> & Sendable) { requirement = Requirement(path) }

  /// The property of a composition that was made before.
  public init<S: TaskSource<Value>>(_ property: S) { requirement = Requirement(property) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { requirement.needed(gathering) }
}

/// What a module requires and the main actor makes.
public struct NeedOnMain<Value>: MainSource {
  let requirement: Requirement<Value>

  /// The property of a composition around the module.
  public init<Root: Composition, S: MainSource<Value>>(_ path: any KeyPath<Root, S> & Sendable) { requirement = Requirement(path) }

  /// The property of a composition that was made before.
  public init<S: MainSource<Value>>(_ property: S) { requirement = Requirement(property) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { requirement.needed(gathering) }
}

/// What a module requires and only tasks or the main actor make, for synchronous factories that run after `warmUp()`: `\.pool.warmedUp`.
public struct WarmedUpNeed<Value: Sendable>: SharedSource {
  fileprivate let requirement: Requirement<Value>

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> {
    let needed = requirement.needed(gathering)
    return Needed(.derived { try needed.value($0) })  // even in a task it is not waited for
  }
}

extension NeedAsync where Value: Sendable {
  /// What is required, for a synchronous factory that runs after the container's `warmUp()`. Before that, and of what is made anew, asking it throws.
  public var warmedUp: WarmedUpNeed<Value> { WarmedUpNeed(requirement: requirement) }
}

extension NeedOnMain where Value: Sendable {
  /// What is required, for a synchronous factory elsewhere that runs after the container's `warmUp()`.
  public var warmedUp: WarmedUpNeed<Value> { WarmedUpNeed(requirement: requirement) }
}

/// A value that the container of the composition has registered by its type: `let logger = Registered<any Logger>()` in a composition.
///
/// ```swift
/// let app = try Composed(AppObjects.init, in: container)
/// ```
///
/// The container has to have it when the composition is made; otherwise `Composed` throws. How long it lives and whether it can be had on the thread
/// of a factory is not checked by the compiler, but by `validate()`.
public struct Registered<Value>: SharedSource {
  let key: Key<Value>

  /// The value of a type and an optional name.
  public init(_ type: Value.Type = Value.self, named name: Name? = nil) { key = Key(type, named: name) }

  @_documentation(visibility: internal)
  public func needed(_ gathering: Gathering) -> Needed<Value> { gathering.needRegistered(key) }
}
