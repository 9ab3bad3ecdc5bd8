/// How long the values of a registration live, and what becomes of them at their end.
///
/// ```swift
/// try container
///   .register(Basket.self, scope: .transient) { _ in Basket() }
///   .register(Cart.self, scope: .scoped(to: .session)) { _ in Cart() }
///   .register(Pool.self, scope: .singleton(dispose: { try await $0.close() }), .async { _ in try await Pool.connect() })
///   .register(Feed.self, scope: .singleton(capacity: 100), .factory(taking: URL.self) { r, url in try Feed(r.resolve(), url) })
/// ```
///
/// A lifetime that the type cannot have is not a member: one that callers share needs a `Sendable` type and arguments that can be compared. Two
/// arguments are the same if `==` says so, even if other arguments have the same hash.
public struct Lifetime<Value, each Argument>: Sendable {
  @usableFromInline package let kind: LifetimeKind
  /// Not taken out of the Optional until it is called, as that wraps it in another closure, on the heap.
  @usableFromInline package let dispose: (@Sendable (Value) async throws -> Void)?
  /// How arguments are told apart; nil if there are none, or no value is kept.
  @usableFromInline let comparing: Comparing?
  /// Whether a value is built before it is needed.
  @usableFromInline let isEager: Bool

  @inlinable
  init(
    _ kind: LifetimeKind, _ comparing: Comparing? = nil, isEager: Bool = false, dispose: (@Sendable (Value) async throws -> Void)? = nil
  ) {
    self.kind = kind
    self.dispose = dispose
    self.comparing = comparing
    self.isEager = isEager
  }

  /// How many values are kept at most.
  package var capacity: Int? { comparing?.capacity }
}

// MARK: Values that belong to their caller

extension Lifetime {
  /// A new value for each resolve.
  @inlinable
  public static var transient: Self { Self(.transient) }
}

extension Lifetime where repeat each Argument: Hashable & SendableMetatype {
  /// One value for each object graph. All values that one outermost resolve builds share it.
  ///
  /// Objects of a graph may refer to each other through injectors. The graph ends when the outermost resolve returns or throws. The factory of a
  /// shared value has a graph of its own.
  ///
  /// In a factory, its resolver and property wrappers share the graph. What a container, a scope or `Container.currentResolver()` returns may be sent
  /// to another task, so each of their requests has a graph of its own.
  @inlinable
  public static var graph: Self { Self(.graph, .of(repeat (each Argument).self)) }
}

// MARK: Values that callers share

extension Lifetime where Value: Sendable, repeat each Argument: Hashable & Sendable {
  /// One value for the container, built at the first resolve. The container keeps it until it is reset or replaced, or the container ends. This is
  /// the default.
  @inlinable  // a constant in the caller, as all that say nothing but how long
  public static var singleton: Self { Self(.singleton, .of(repeat (each Argument).self)) }

  /// As `singleton`, with a limit or an end.
  ///
  /// ```swift
  /// try container.register(Pool.self, scope: .singleton(dispose: { try await $0.close() })) { _ in Pool() }
  /// ```
  ///
  /// - `capacity`: how many values are kept at most, if they are made from run-time arguments; the least recently used one goes first. Without it
  ///   the container keeps all of them, so set it if arguments come from outside the program.
  /// - `dispose`: is called with a value at the shutdown, or when it was reset, replaced or pushed out and is used no more.
  public static func singleton(capacity: Int? = nil, dispose: (@Sendable (_ value: Value) async throws -> Void)? = nil) -> Self {
    Self(.singleton, .of(repeat (each Argument).self, keeping: capacity), dispose: dispose)
  }

  /// As `singleton`, with a disposer that is told how its value came to its end.
  ///
  /// ```swift
  /// try container.register(Log.self, scope: .singleton(dispose: { log, ending in log.close(after: ending) })) { _ in Log() }
  /// ```
  ///
  /// - `capacity`: how many values are kept at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value and its `Ending`, in a task that has the task-local values of the task that ends it.
  public static func singleton(
    capacity: Int? = nil, dispose: @escaping @Sendable (_ value: Value, _ ending: Ending) async throws -> Void
  ) -> Self {
    .singleton(capacity: capacity, dispose: Ending.telling(dispose))
  }

  /// One value for each scope, disposed of when the scope ends. Resolving it outside a scope, or in the factory of a longer-lived value, throws.
  @inlinable
  public static var scoped: Self { Self(.scoped, .of(repeat (each Argument).self)) }

  /// One value for each scope, or for each scope of a kind. Callers in a scope inside it get the same value.
  ///
  /// ```swift
  /// try container.register(Cart.self, scope: .scoped(to: .session, dispose: { await $0.save() })) { _ in Cart() }
  /// ```
  ///
  /// - `kind`: the kind of the scopes that have one; without it, each scope has.
  /// - `capacity`: how many values a scope keeps at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value when its scope ends.
  public static func scoped(
    to kind: ScopeKind? = nil, capacity: Int? = nil, dispose: (@Sendable (_ value: Value) async throws -> Void)? = nil
  ) -> Self {
    Self(kind.map { .scopedTo($0) } ?? .scoped, .of(repeat (each Argument).self, keeping: capacity), dispose: dispose)
  }

  /// As `scoped(to:)`, with a disposer that is told how the scope ended.
  ///
  /// ```swift
  /// try container.register(
  ///   Transaction.self,
  ///   scope: .scoped(dispose: { transaction, ending in
  ///     if case .completed = ending { try await transaction.commit() } else { try await transaction.rollBack() }
  ///   }),
  ///   .async { r in try await r.resolve(Pool.self).begin() })
  /// ```
  ///
  /// - `kind`: the kind of the scopes that have one; without it, each scope has.
  /// - `capacity`: how many values a scope keeps at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value and its `Ending`, in a task that has the task-local values of the task that ends the scope; of a scope that
  ///   is released, it has none.
  public static func scoped(
    to kind: ScopeKind? = nil, capacity: Int? = nil, dispose: @escaping @Sendable (_ value: Value, _ ending: Ending) async throws -> Void
  ) -> Self {
    .scoped(to: kind, capacity: capacity, dispose: Ending.telling(dispose))
  }

  /// One value for the container, until `reset(group:)` removes the values of its group. This works after `seal()` too.
  ///
  /// ```swift
  /// try container.register(Rates.self, scope: .cached("rates", dispose: { $0.close() })) { _ in Rates() }
  /// ```
  ///
  /// - `group`: which values are reset together.
  /// - `capacity`: how many values are kept at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value when it was reset, replaced or pushed out and is used no more, or at the shutdown.
  public static func cached(
    _ group: CacheGroup, capacity: Int? = nil, dispose: (@Sendable (_ value: Value) async throws -> Void)? = nil
  ) -> Self {
    Self(.cached(group), .of(repeat (each Argument).self, keeping: capacity), dispose: dispose)
  }

  /// As `cached(_:)`, with a disposer that is told how its value came to its end.
  ///
  /// ```swift
  /// try container.register(Rates.self, scope: .cached("rates", dispose: { rates, ending in rates.close(after: ending) })) { _ in Rates() }
  /// ```
  ///
  /// - `group`: which values are reset together.
  /// - `capacity`: how many values are kept at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value and its `Ending`.
  public static func cached(
    _ group: CacheGroup, capacity: Int? = nil, dispose: @escaping @Sendable (_ value: Value, _ ending: Ending) async throws -> Void
  ) -> Self {
    .cached(group, capacity: capacity, dispose: Ending.telling(dispose))
  }

  /// One object as long as other code holds it, for a protocol type. As `weak` for classes. If the factory makes a value that is not a class
  /// instance, resolving throws `.wrongType`. A disposer is not possible, because the container does not own the object.
  @inlinable
  public static var weakObject: Self { Self(.weak, .of(repeat (each Argument).self)) }
}

extension Lifetime where Value: AnyObject & Sendable, repeat each Argument: Hashable & Sendable {
  /// One object as long as other code holds it. After that the next resolve builds a new one.
  @inlinable
  public static var weak: Self { Self(.weak, .of(repeat (each Argument).self)) }

  /// As `weak`, for at most so many objects that are made from run-time arguments.
  ///
  /// - `capacity`: how many objects are watched; the least recently used one is forgotten first.
  public static func weak(capacity: Int?) -> Self { Self(.weak, .of(repeat (each Argument).self, keeping: capacity)) }
}

// MARK: What is built at the start of the program

extension Lifetime where Value: Sendable {
  /// One value for the container, as `singleton`, which `warmUp(.eager)` builds.
  ///
  /// ```swift
  /// batch.register(Indexer.self, scope: .eagerSingleton, .async { r in try await Indexer.start(r.resolve()) })
  /// …
  /// try await container.warmUp(.eager)
  /// ```
  ///
  /// A module says with it that a value has work to do before it is asked for. Without a warm-up it is built at the first resolve. So it is after a
  /// reset, and after it was registered again, unless that was by `replace`, which builds it. It is for values that take no run-time arguments.
  public static var eagerSingleton: Lifetime<Value> { Lifetime<Value>(.singleton, isEager: true) }

  /// As `eagerSingleton`, with an end.
  ///
  /// ```swift
  /// batch.register(Indexer.self, scope: .eagerSingleton(dispose: { await $0.stop() }), .async { _ in await Indexer.start() })
  /// ```
  ///
  /// - `dispose`: is called with the value at the shutdown, or when it was reset or replaced and is used no more.
  public static func eagerSingleton(dispose: (@Sendable (_ value: Value) async throws -> Void)?) -> Lifetime<Value> {
    Lifetime<Value>(.singleton, isEager: true, dispose: dispose)
  }

  /// As `eagerSingleton`, with a disposer that is told how its value came to its end.
  ///
  /// ```swift
  /// batch.register(Log.self, scope: .eagerSingleton(dispose: { log, ending in log.close(after: ending) })) { _ in Log() }
  /// ```
  ///
  /// - `dispose`: is called with the value and its `Ending`.
  public static func eagerSingleton(
    dispose: @escaping @Sendable (_ value: Value, _ ending: Ending) async throws -> Void
  ) -> Lifetime<Value> {
    .eagerSingleton(dispose: Ending.telling(dispose))
  }
}

// MARK: Classes that are shared although the compiler cannot see that they may be

extension Lifetime {
  /// How long values live that are shared although their type is not `Sendable`: what `.unchecked(_:)` takes.
  ///
  /// ```swift
  /// try container.register(LegacyCache.self, scope: .unchecked(.scoped(to: .session), dispose: { $0.close() })) { _ in LegacyCache() }
  /// ```
  public struct Unchecked: Sendable {
    fileprivate let kind: LifetimeKind

    /// One value for the container.
    public static var singleton: Self { Self(kind: .singleton) }
    /// One value for each scope.
    public static var scoped: Self { Self(kind: .scoped) }
    /// One value for each scope of a kind.
    public static func scoped(to kind: ScopeKind) -> Self { Self(kind: .scopedTo(kind)) }
    /// One value for the container, until its group is reset.
    public static func cached(_ group: CacheGroup) -> Self { Self(kind: .cached(group)) }
  }
}

extension Lifetime where repeat each Argument: Hashable & Sendable {
  /// Shares values of a type that is not `Sendable`, such as a legacy class that synchronizes itself.
  ///
  /// ```swift
  /// try container.register(LegacyCache.self, scope: .unchecked(.singleton)) { _ in LegacyCache() }
  /// ```
  ///
  /// The compiler does not check that sharing the value is safe; you guarantee it. Search your code for `unchecked` to find all such places.
  ///
  /// - `lifetime`: how long the values live.
  /// - `capacity`: how many values are kept at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value at its end.
  public static func unchecked(
    _ lifetime: Unchecked, capacity: Int? = nil, dispose: (@Sendable (_ value: Value) async throws -> Void)? = nil
  ) -> Self {
    Self(lifetime.kind, .of(repeat (each Argument).self, keeping: capacity), dispose: dispose)
  }

  /// As `unchecked(_:)`, with a disposer that is told how its value came to its end.
  ///
  /// ```swift
  /// try container.register(Legacy.self, scope: .unchecked(.scoped, dispose: { legacy, ending in legacy.close(ending) })) { _ in Legacy() }
  /// ```
  ///
  /// - `lifetime`: how long the values live.
  /// - `capacity`: how many values are kept at most, if they are made from run-time arguments.
  /// - `dispose`: is called with a value and its `Ending`.
  public static func unchecked(
    _ lifetime: Unchecked, capacity: Int? = nil, dispose: @escaping @Sendable (_ value: Value, _ ending: Ending) async throws -> Void
  ) -> Self {
    .unchecked(lifetime, capacity: capacity, dispose: Ending.telling(dispose))
  }

  /// As `weakObject`, for a type that is not `Sendable`; you guarantee that sharing the object is safe.
  public static var uncheckedWeakObject: Self { Self(.weak, .of(repeat (each Argument).self)) }
}

extension Ending {
  /// A disposer of the value alone.
  fileprivate static func telling<Value>(
    _ dispose: @escaping @Sendable (_ value: Value, _ ending: Ending) async throws -> Void
  ) -> @Sendable (Value) async throws -> Void {
    { value in try await dispose(value, EndBlockers.ending) }
  }
}
