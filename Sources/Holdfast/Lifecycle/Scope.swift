import OnceKernel

/// A part of the program's work, such as a request, that has its own instances of `.scoped` registrations.
///
/// ```swift
/// try await container.withScope { scope in
///   let transaction = try await scope.resolve(Transaction.self)   // this scope's own
///   let pool = try await scope.resolve(Pool.self)                 // the container's
/// }
/// ```
///
/// All other values come from the container. Its singletons cannot resolve a scoped value. Several scopes may be open at the same time, and inside
/// each other; an inner scope has its own instances. You may use a scope on any thread or task until its closure returns, or until you end it if
/// `openScope` opened it.
public final class Scope: Sendable {
  // Kept here too: through the instances, each hit would count a reference.
  @usableFromInline let core: Core
  @usableFromInline let instances: InstanceTable
  /// Internal: the caller that resolves here outside every factory.
  @_documentation(visibility: internal)
  public let requester: Requester
  /// Where it was opened, if that was around an operation and in a run.
  let place: Current.Place?
  /// Whether `openScope` opened it.
  let isOpenedByHand: Bool
  /// Where it was opened.
  private let site: SourceSite
  /// Set if the container has observers.
  let opening: Opening?
  /// How many times its end was asked for.
  let ends = AtomicWord(0)

  /// A class, as most scopes have none.
  final class Opening: Sendable {
    let number = Scope.numbers.next()
    let time = ProcessClock.now
  }

  /// The number of the last scope that was told of.
  private static let numbers = AtomicWord(1)

  /// A scope around an operation, in no run and no other scope.
  convenience init(bareIn core: Core, _ site: SourceSite) {
    HeldLocks.expectNone()
    let instances = InstanceTable(of: core, epochs: core.admitScope(for: .anonymous).counted, nil)
    self.init(of: core, instances, site, nil, isOpenedByHand: false)
  }

  /// A scope around an operation, inside `enclosing` or the one that the task is in.
  convenience init(_ core: Core, _ kind: ScopeKind?, inside enclosing: Requester, seeds: [BoundSeed] = [], _ site: SourceSite) {
    HeldLocks.expectNone()
    let here = Current.here
    let around = (enclosing.scope ?? here.scope)?.nearestOpen
    let admission = core.admitScope(for: enclosing)
    let instances = Scope.instances(core, kind, around, seeds, here.opener, admission)
    self.init(of: core, instances, site, Current.Place.here, isOpenedByHand: false)
  }

  /// A scope that is ended by hand.
  convenience init(
    openedByHandIn core: Core, _ kind: ScopeKind?, inside enclosing: Requester, seeds: [BoundSeed], _ site: SourceSite
  ) throws(ResolutionError) {
    HeldLocks.expectNone()
    let admission = core.admitScope(for: enclosing)
    // A disposer of the container's end gets what is left in a scope too.
    if case .refused(by: let core) = admission, EndBlockers.remains(of: core) == nil { throw core.shutDownError(for: AnyKey(Scope.self)) }
    let instances = Scope.instances(core, kind, enclosing.scope?.nearestOpen, seeds, .none, admission)
    self.init(of: core, instances, site, nil, isOpenedByHand: true)
  }

  private static func instances(
    _ core: Core, _ kind: ScopeKind?, _ enclosing: Run.Scope?, _ seeds: [BoundSeed], _ opener: Current.Opener,
    _ admission: Core.Admission
  ) -> InstanceTable {
    let isPlain = kind == nil && enclosing == nil && seeds.isEmpty && opener.isEmpty
    return InstanceTable(
      of: core, epochs: admission.counted,
      isPlain ? nil : ScopeSurroundings(kind: kind, seeds: seeds, enclosing: enclosing, opener: opener))
  }

  private init(of core: Core, _ instances: InstanceTable, _ site: SourceSite, _ place: Current.Place?, isOpenedByHand: Bool) {
    self.core = core
    self.instances = instances
    self.place = place
    self.isOpenedByHand = isOpenedByHand
    self.site = site
    requester = Run(core, scope: Run.Scope(instances), isContainersOwn: true).outermost
    opening = core.observers.isListening ? Opening() : nil
    if opening != nil { tellOpening() }
  }

  // Not inlined: most scopes are opened where nothing listens, and make no room for an event.
  @inline(never)
  private func tellOpening() { core.observers.tell(.scopeOpened(event), openedAt: site) }

  deinit { abandon() }

  /// The kind of the scope, if it has one.
  package var kind: ScopeKind? { requester.scope?.surroundings?.kind }

  /// True from its opening to its end.
  var isOpen: Bool { instances.isOpen }

  var epochs: Epochs? { instances.epochs }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable @inline(__always)
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    guard let name else { return sent(try core.resolve(type, for: requester, inside: instances)) }
    return sent(try core.resolve(type, named: name, for: requester, inside: instances))
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  nonisolated(nonsending) public func resolve<T>(
    _ type: T.Type = T.self, named name: Name? = nil
  ) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(type, name, for: requester, inside: instances) { return sent(value) }
    return try await core.miss(type, name, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form for any type where that is known to be an Optional, and is faster
  @inlinable
  public func resolve<T>(_ type: T?.Type = T?.self, named name: Name? = nil) throws(ResolutionError) -> sending T? {
    let found = core.find(T.self, name, inside: instances)
    if found.isInstance {
      defer { found.leaveAny() }
      return sent(found.value(as: T.self))
    }
    return sent(try core.finishWrapped(found, T.self, name, for: requester))
  }

  @_documentation(visibility: internal)  // replaces the form for any type where that is known to be an Optional, and is faster
  @inlinable
  nonisolated(nonsending) public func resolve<T>(
    _ type: T?.Type = T?.self, named name: Name? = nil
  ) async throws(ResolutionError) -> sending T? {
    if let value = try core.hit(T.self, name, for: requester, inside: instances) { return sent(value) }
    return try await core.miss(type, name, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> sending T {
    sent(try core.resolve(T.self, key.name, for: requester, inside: instances))
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(T.self, key.name, for: requester, inside: instances) { return sent(value) }
    return try await core.miss(T.self, key.name, for: requester)
  }

  @_documentation(visibility: internal)  // replaces the form of `Resolver`, and is faster
  @inlinable
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, name, for: requester, inside: instances))
  }

  /// Resolves a request that another resolver passes on.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T { try request(by: requester) }

  /// Resolves a request that another resolver passes on, and suspends while the value is being built.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(by: requester)
  }

  var event: ObservedScope { ObservedScope(number: opening?.number ?? 0, kind: kind, site: site) }
}
