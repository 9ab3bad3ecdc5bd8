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
public final class Scope: Resolver, Sendable {
  @usableFromInline let core: Core
  @usableFromInline let instances: InstanceTable
  @usableFromInline let requester: Requester
  /// Where it was opened, if that was around an operation and in a run.
  let place: Current.Place?
  /// Whether `openScope` opened it.
  let isOpenedByHand: Bool
  /// Where it was opened.
  private let site: SourceSite
  /// Set if the container has observers.
  private let opening: Opening?
  /// How many times its end was asked for.
  private let ends = AtomicWord(0)

  /// A class, as most scopes have none: the layout of an instant is known only at run time, so that a scope with room for one costs more.
  private final class Opening: Sendable {
    let number: UInt
    let time: ContinuousClock.Instant

    init(number: UInt, time: ContinuousClock.Instant) {
      (self.number, self.time) = (number, time)
    }
  }

  /// The number of the last scope that was told of.
  private static let numbers = AtomicWord(1)

  /// A scope around an operation, inside `enclosing` or the one that the task is in.
  convenience init(_ core: Core, _ kind: ScopeKind?, inside enclosing: Scope?, seeds: [BoundSeed] = [], _ site: SourceSite) {
    let around = (enclosing?.requester.scope ?? Current.scope)?.nearestOpen
    let admission = core.admitScope(for: enclosing?.requester ?? .anonymous)
    self.init(core, kind, around, seeds, site, Current.opener, Current.Place.here, isOpenedByHand: false, admission)
  }

  /// A scope that is ended by hand.
  convenience init(
    openedByHandIn core: Core, _ kind: ScopeKind?, inside enclosing: Scope?, seeds: [BoundSeed], _ site: SourceSite
  ) throws(ResolutionError) {
    let admission = core.admitScope(for: enclosing?.requester ?? .anonymous)
    // A disposer of the container's end gets what is left in a scope too.
    if case .refused(by: let core) = admission, EndBlockers.remains(of: core) == nil { throw core.shutDownError(for: AnyKey(Scope.self)) }
    self.init(core, kind, enclosing?.requester.scope?.nearestOpen, seeds, site, .none, nil, isOpenedByHand: true, admission)
  }

  private init(
    _ core: Core, _ kind: ScopeKind?, _ enclosing: Run.Scope?, _ seeds: [BoundSeed], _ site: SourceSite,
    _ opener: Current.Opener, _ place: Current.Place?, isOpenedByHand: Bool, _ admission: Core.Admission<Epochs>
  ) {
    HeldLocks.expectNone()
    self.core = core
    self.place = place
    self.isOpenedByHand = isOpenedByHand
    self.site = site
    let isPlain = kind == nil && enclosing == nil && seeds.isEmpty && opener.isEmpty
    let scope = Run.Scope(
      of: core, epochs: admission.counted,
      isPlain ? nil : ScopeSurroundings(kind: kind, seeds: seeds, enclosing: enclosing, opener: opener))
    instances = scope.instances
    requester = Requester(run: Run(core, scope: scope, isContainersOwn: true), depth: 0)
    opening = core.observers.isListening ? Opening(number: Scope.numbers.next(), time: .now) : nil
    if opening != nil { core.observers.tell(.scopeOpened(event), openedAt: site) }
  }

  deinit {
    // A scope around an operation has been ended; of the others, those that were forgotten have not.
    guard ends.next() == 0 else { return }
    ForgottenScopes.report(event, to: core.observers)
    close(.abandoned, inherits: false)
  }

  /// The kind of the scope, if it has one.
  package var kind: ScopeKind? { requester.scope?.surroundings?.kind }

  /// True from its opening to its end.
  var isOpen: Bool { instances.isOpen }

  private var epochs: Epochs? { instances.epochs }

  /// Returns the value of a type in this scope. The type is given or inferred.
  @inlinable @inline(__always)
  public func resolve<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    guard let name else { return sent(try core.resolve(type, for: requester, inside: instances)) }
    return sent(try core.resolve(type, named: name, for: requester, inside: instances))
  }

  /// Returns the value of a type in this scope, and suspends while another caller builds it.
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

  /// Returns the value of a typed key in this scope.
  @inlinable
  public func resolve<T>(_ key: Key<T>) throws(ResolutionError) -> sending T {
    sent(try core.resolve(T.self, key.name, for: requester, inside: instances))
  }

  /// Returns the value of a typed key in this scope, and suspends while another caller builds it.
  @inlinable
  nonisolated(nonsending) public func resolve<T>(_ key: Key<T>) async throws(ResolutionError) -> sending T {
    if let value = try core.hit(T.self, key.name, for: requester, inside: instances) { return sent(value) }
    return try await core.miss(T.self, key.name, for: requester)
  }

  /// Resolves synchronously, in `async` functions and autoclosures, where the compiler picks the asynchronous `resolve`.
  @inlinable
  public func resolveNow<T>(_ type: T.Type = T.self, named name: Name? = nil) throws(ResolutionError) -> sending T {
    sent(try core.resolve(type, name, for: requester, inside: instances))
  }

  /// Resolves a request that another resolver passes on.
  public func resolve<T>(_ request: ResolutionRequest<T>) throws(ResolutionError) -> sending T {
    try request(in: core, for: request.requester(at: requester))
  }

  /// Resolves a request that another resolver passes on, and suspends while the value is being built.
  nonisolated(nonsending) public func resolve<T>(_ request: ResolutionRequest<T>) async throws(ResolutionError) -> sending T {
    try await request(in: core, for: request.requester(at: requester))
  }

  /// Whether `key` is registered, here or in a resolver that this one asks. Builds nothing.
  public func contains(_ key: AnyKey) -> Bool { core.contains(key) }

  // MARK: Its end

  /// Ends the scope, and disposes of its instances in reverse order of creation before it returns. Returns whether this call ended the scope.
  ///
  /// ```swift
  /// let scope = try container.openScope()
  /// do {
  ///   try await scope.resolve(Export.self).write(to: writer)
  ///   await scope.end()
  /// } catch {
  ///   await scope.end(.failed(error))
  ///   throw error
  /// }
  /// ```
  ///
  /// You may call it from any thread or task, even a cancelled one. Disposers run in a task of their own, with the caller's task-local values, and
  /// are not cancelled. A scope ends once: a second call returns false at once. After the end, requests for scoped values throw `.shutDown`; only
  /// disposers get what is not disposed of yet. If a disposer throws, its error is in the report of the container's `shutdown()`.
  ///
  /// The disposers of what the scope discarded before come first. After 30 seconds `end` stops waiting for these and returns; the other disposers
  /// run when these have returned.
  ///
  /// - Parameter ending: The value that disposers receive.
  /// - Complexity: O(n log n) for n instances, and what their disposers take.
  @discardableResult
  nonisolated(nonsending) public func end(_ ending: Ending = .completed) async -> Bool {
    guard ends.next() == 0 || Mutant.scopeEndsTwice.isActive else { return false }
    var (holders, cells, disposals, remains) = taken()
    let told = told(cells)
    // An empty one too: it is being built, or comes to be, and has to be retired before that is known.
    let wanting = cells.filter { cell in cell.instance.map { cell.registration.disposes($0) } ?? true }
    if !wanting.isEmpty || !disposals.isEmpty {
      // Consumed: all are released below, the last created first.
      let remains = left(consume holders, consume cells, waiting: consume wanting, in: remains)
      holders = []
      // What was discarded before may need what is still here.
      if !disposals.isEmpty, !(await Disposals.wait(for: disposals)) {
        finishLater(remains, ending, told, inherits: true)
        return true
      }
      await TaskStart.waitedFor(isolation: #isolation) { [core, instances] in
        await core.dispose(remains, ending, for: .scopeEnd(instances), inside: EndBlockers.current)
      }.value
      instances.remains = nil
      cells = remains.end()
    }
    holders = []
    Scope.ended(ending, told, in: core, epochs)
    releaseInOrder(&cells)
    return true
  }

  /// Ends the scope in synchronous code, such as a `defer`. Disposers may suspend, so they run in a task of their own, one after the other.
  ///
  /// ```swift
  /// let scope = try container.openScope()
  /// defer { scope.end() }
  /// ```
  ///
  /// - Parameter ending: The value that disposers receive.
  /// - Returns: Whether this call ended the scope.
  @discardableResult
  public func end(_ ending: Ending = .completed) -> Bool {
    guard ends.next() == 0 || Mutant.scopeEndsTwice.isActive else { return false }
    close(ending, inherits: true)
    return true
  }

  /// Ends it without waiting for its disposers.
  private func close(_ ending: Ending, inherits: Bool) {
    var (holders, cells, disposals, remains) = taken()
    let told = told(cells)
    let wanting = core.needingDisposal(cells, ending, of: requester.scope)
    if wanting.isEmpty, disposals.isEmpty {
      Scope.ended(ending, told, in: core, epochs)
      holders = []
      return releaseInOrder(&cells)
    }
    // Consumed: all are released when they are disposed of, the last created first.
    finishLater(
      left(consume holders, consume cells, waiting: consume wanting, in: remains), ending, told, inherits: inherits)
  }

  /// What is left for disposers.
  ///
  /// - Parameter known: what they are served from since the scope closed, if some ran then.
  private func left(
    _ holders: consuming [OnceCell], _ cells: consuming [OnceCell], waiting: consuming [OnceCell], in known: Remains?
  ) -> Remains {
    let remains = known ?? Remains(holders: [], of: [])
    remains.fill(holders: holders, cells, waiting: waiting)
    if known == nil { instances.remains = remains }
    return remains
  }

  /// Disposes of what is left when all is disposed of that was discarded before, in a task of its own, and has it ended then.
  private func finishLater(_ remains: Remains, _ ending: Ending, _ told: Told?, inherits: Bool) {
    core.disposeLater(
      remains.waiting, in: remains, ending, of: requester.scope, inherits: inherits, isEnd: true
    ) { [core, instances, epochs] in
      instances.remains = nil
      Scope.ended(ending, told, in: core, epochs)
      var cells = remains.end()
      releaseInOrder(&cells)
    }
  }

  /// What is told when it has ended.
  private final class Told: Sendable {
    let opening: Opening
    let event: ObservedScope
    let instances: Int

    init(_ opening: Opening, _ event: ObservedScope, _ cells: [OnceCell]) {
      (self.opening, self.event) = (opening, event)
      instances = cells.count { $0.instance != nil }
    }
  }

  private func told(_ cells: [OnceCell]) -> Told? { opening.map { Told($0, event, cells) } }

  /// What is done when the disposers have run: until then it counts.
  private static func ended(_ ending: Ending, _ told: Told?, in core: Core, _ epochs: Epochs?) {
    if let told {
      core.observers.tell(
        .scopeEnded(told.event, ending, after: told.opening.time.duration(to: .now), instances: told.instances),
        openedAt: told.event.site)
    }
    if let epochs { core.leaveScope(epochs) }
  }

  private var event: ObservedScope { ObservedScope(number: opening?.number ?? 0, kind: kind, site: site) }

  /// Its cells, in order of creation, and the cells that held caches of values by arguments; also the disposals of what it discarded before, and what
  /// is left for their disposers.
  private func taken() -> (holders: [OnceCell], cells: [OnceCell], disposals: [Disposal], remains: Remains?) {
    var closed = instances.closeScope()
    instances.shortenSurroundings()
    closed.cells.sortByCreation()
    if Mutant.scopeForgetsLate.isActive { closed.cells.removeAll { $0.instance == nil } }
    return closed
  }
}

/// Tells of scopes that were released without having been ended.
enum ForgottenScopes {
  /// Where scopes were opened that have been told of on standard error: each place once.
  private static let told = Guarded<Set<SourceSite>>([])

  /// Tells the container's observers, or, if there are none, standard error.
  static func report(_ scope: ObservedScope, to observers: Observers) {
    if Mutant.forgottenUntold.isActive { return }
    if observers.isListening { return observers.tell(.scopeForgotten(scope), openedAt: scope.site) }
    guard told.withLock({ $0.insert(scope.site).inserted }) else { return }
    Machine.complain("A scope that was opened at \(scope.site) was released without end(); it was ended as abandoned.")
  }
}
