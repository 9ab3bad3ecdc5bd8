public import Holdfast

/// What a factory of a composition can need: an object, or what an object offers, such as its `deferred`.
///
/// The protocols below say where it can be had. A factory accepts only what can be had where it runs, so the compiler refuses the rest.
public protocol Source<Value>: Sendable {
  /// What the factory is given.
  associatedtype Value
  /// Plumbing: what the factory will ask, found once, when the composition is made.
  @_documentation(visibility: internal)
  func needed(_ gathering: Gathering) -> Needed<Value>
  /// Plumbing: whether it is nothing but a reference to the handle of what every factory that may need it can have.
  @_documentation(visibility: internal)
  static var isHandle: Bool { get }
}

extension Source {
  @_documentation(visibility: internal)
  public static var isHandle: Bool { false }
}

/// What an asynchronous factory of a scope can need.
public protocol ScopedTaskSource<Value>: Source {}

/// What a factory of a scope that the main actor runs can need.
public protocol ScopedMainSource<Value>: Source {}

/// What a synchronous factory of a scope can need.
public protocol ScopedSource<Value>: ScopedTaskSource, ScopedMainSource {}

/// What an asynchronous factory can need.
public protocol TaskSource<Value>: ScopedTaskSource {}

/// What a factory that the main actor runs can need.
public protocol MainSource<Value>: ScopedMainSource {}

/// What every factory can need.
public protocol SharedSource<Value>: TaskSource, MainSource, ScopedSource {}

/// Plumbing: how a factory asks for one of its needs.
@_documentation(visibility: internal)
public struct Needed<Value>: Sendable {
  @usableFromInline
  enum Form: Sendable {
    /// What is registered under a key.
    case keyed(KeyedNeed<Value>)
    /// What the container has registered otherwise.
    case registered(Key<Value>)
    /// What is made of it.
    case derived(@Sendable (FactoryResolver) throws -> Value)
  }

  @usableFromInline let form: Form

  init(_ form: Form) { self.form = form }

  /// What is registered under a key, if it is that: a factory that keeps it copies no enumeration for each value.
  @usableFromInline var keyed: KeyedNeed<Value>? { if case .keyed(let need) = form { need } else { nil } }

  /// The value, on the thread of the factory.
  @inlinable
  public func value(_ resolution: FactoryResolver) throws -> Value {
    switch form {
    case .keyed(let need): try need.value(resolution)
    case .registered(let key): try resolution.resolve(key)
    case .derived(let get): try get(resolution)
    }
  }

  /// The value, in the task of the factory.
  nonisolated(nonsending) func value(inTaskOf resolution: FactoryResolver) async throws -> Value {
    switch form {
    case .keyed(let need): try await need.value(inTaskOf: resolution)
    case .registered(let key): try await resolution.resolve(key)
    case .derived(let get): try get(resolution)
    }
  }
}

/// Plumbing: finds the needs of a factory, and remembers them for the graph.
///
/// Not `Sendable`: used while a composition is made.
@_documentation(visibility: internal)
public final class Gathering {
  /// Where the composition's own handles ask.
  private let container: Container
  /// The kind of the scopes whose object it is, if it is of a scope.
  @exclusivity(unchecked)  // used by one thread, and never inside an access of its own
  private(set) var scope: ScopeKind?
  @exclusivity(unchecked)  // used by one thread, and never inside an access of its own
  fileprivate(set) var dependencies: [Dependency] = []
  /// The numbers of the objects among them that have to be there before the factory runs; after those of the factories before, if it goes on from
  /// one to the next.
  @exclusivity(unchecked)  // used by one thread, and never inside an access of its own
  private(set) var immediate: [UInt] = []
  private(set) var problems: [CompositionError.Problem.Kind] = []
  /// Whether what is needed now is asked for later.
  private var isDeferring = false
  /// How many requirements have led to each other.
  private var steps = 0

  init(in container: Container, scope: ScopeKind? = nil) {
    self.container = container
    self.scope = scope
  }

  /// The object that is decorated or injected, if its decorator or injector is gathered.
  private(set) var target: Target?

  struct Target {
    let number: UInt
    let key: AnyKey
    let extending: Extending
    /// Says what an object needs, with all that is done to it.
    let declaration: ([Dependency]) -> Registration
  }

  /// What is done to an object.
  enum Extending {
    case decorator
    /// Its needs may come after the object, and need it.
    case injector
    /// Its needs are waited for: an object that needs it back is completed by an injector too.
    case asyncInjector
  }

  /// Goes on to the next factory.
  func begin(scope: ScopeKind?) {
    self.scope = scope
    dependencies = []
    if !problems.isEmpty { problems = [] }
    target = nil
  }

  /// Makes room for so many needs.
  func reserve(_ count: Int) { dependencies.reserveCapacity(count) }

  /// Makes room for the needs of so many factories.
  func reserve(forFactories count: Int) { immediate.reserveCapacity(2 * count) }

  /// Says what is decorated or injected; answers its name.
  func extend<Root, O: ObjectSource>(
    _ path: any KeyPath<Root, O> & Sendable, of place: UnsafeRawPointer, _ site: SourceSite, by extending: Extending
  ) -> Name? {
    let own = Gathering(in: container)
    _ = own.needed(path, of: place.assumingMemoryBound(to: Root.self))  // the composer passes the place of a composition of that type
    problems += own.problems
    guard let key = own.dependencies.first?.key, let number = own.immediate.first else { return nil }
    target = Target(number: number, key: key, extending: extending) { needs in
      .declaration(of: O.Value.self, named: key.name, site, needs: needs)
    }
    return key.name
  }

  /// The property of a composition that a key path leads to.
  ///
  /// Where that is stored, it is looked at where it lies: a copy of the composition would count a reference for each of its properties.
  @usableFromInline
  func needed<Root, S: Source>(_ path: any KeyPath<Root, S> & Sendable, of owner: UnsafePointer<Root>) -> Needed<S.Value> {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return owner.pointee[keyPath: path].needed(self) }
    // What is stored at that offset is of the path's type.
    return (UnsafeRawPointer(owner) + offset).assumingMemoryBound(to: S.self).pointee.needed(self)
  }

  /// A need of what a handle stands for.
  func need<Value, Result>(
    _ handle: Handle, _ type: Value.Type, _ kind: Dependency.Kind = .value, of scope: ScopeKind? = nil,
    _ form: (KeyedNeed<Value>) -> Needed<Result>.Form
  ) -> Needed<Result> {
    guard let need = need(handle, type, kind, of: scope) else { return .refused }
    return Needed(form(need.of(type)))
  }

  /// A need of what a handle stands for, without its type; nil if it is refused.
  func need(_ handle: Handle, _ type: Any.Type, _ kind: Dependency.Kind = .value, of scope: ScopeKind? = nil) -> KeyedNeed<Never>? {
    guard let need = handle.need(in: container) else { return noted(.notComposed(AnyKey(type))) }
    let key = need.key
    if !need.isOwn, !handle.isReachable(from: container) { return noted(.unrelated(key)) }
    if let scope, let own = self.scope, scope != own, !own.isInside(scope) { return noted(.otherScope(key, scope: scope.name)) }
    let kind = isDeferring && kind.isValue ? .provider : kind
    dependencies.append(Dependency(key, kind))
    if kind.isImmediate { immediate.append(need.number) }
    return need
  }

  /// A need of a value that the container has registered by its type.
  func needRegistered<Value>(_ key: Key<Value>) -> Needed<Value> {
    let erased = AnyKey(Value.self, named: key.name)
    if !container.contains(erased) { return refuse(.notRegistered(erased)) }
    dependencies.append(Dependency(erased, isDeferring ? .provider : .value))
    return Needed(.registered(key))
  }

  /// A reference to what is needed: the factory asks it later.
  func deferred<Value>(_ find: () -> Needed<Value>) -> Needed<Provider<Value>> {
    let (known, wasDeferring) = (problems.count, isDeferring)
    isDeferring = true
    defer { isDeferring = wasDeferring }
    switch find().form {
    case .keyed(let need): return Needed(.derived { need.provider($0) })
    case .registered(let key): return Needed(.derived { $0.provider(Value.self, named: key.name) })
    case .derived:
      return problems.count > known ? .refused : refuse(.notDeferrable(AnyKey(Value.self)))
    }
  }

  /// Follows a requirement to what it stands for.
  func follow<Value>(_ type: Value.Type, _ next: () -> Needed<Value>) -> Needed<Value> {
    steps += 1
    defer { steps -= 1 }
    return steps > 100 ? refuse(.requirementsInACircle(AnyKey(type))) : next()
  }

  func refuse<Value>(_ problem: CompositionError.Problem.Kind) -> Needed<Value> {
    problems.append(problem)
    return .refused
  }

  private func noted(_ problem: CompositionError.Problem.Kind) -> KeyedNeed<Never>? {
    problems.append(problem)
    return nil
  }
}

extension Needed {
  /// Never called: a composition with a problem is not made.
  static var refused: Needed { Needed(.derived { _ in throw CompositionError([]) }) }
}

extension Gathering {
  /// A need of what a scope of a kind is given.
  func needGiven<Scope: ComposedScope>(_ scope: Scope.Type) -> Needed<Scope> {
    let (key, kind) = (AnyKey(Scope.self), Scope.kind)
    if let own = self.scope, kind != own, !own.isInside(kind) { return refuse(.otherScope(key, scope: kind.name)) }
    dependencies.append(Dependency(key))
    return Needed(.derived { try $0.resolve(Scope.self) })
  }
}
