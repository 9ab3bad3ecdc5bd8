public import OnceKernel

// The innermost factory, decorator or injector that runs on the calling thread, or in the calling task.
//
// Property wrappers, `Container.currentResolver()`, and containers and scopes that the code captured speak for it: see `Requester.forRun`.

extension Requester {
  /// What that run resolves with, and how many runs are nested in each other, itself included; nil outside every run.
  ///
  /// Looked at on the miss path, and by property wrappers.
  static var innermost: Requester? { innermost(on: Threads.current) }

  /// Whether such code runs, or code in a task that descends from it.
  ///
  /// - Parameter record: the calling thread's.
  @inline(__always)
  static func isInsideRun(on record: UnsafeMutablePointer<ThreadRecord>) -> Bool {
    record.pointee.context != nil || TaskRun.mayRun && TaskRun.around != nil
  }

  /// - Parameter record: the calling thread's.
  @inline(__always)
  static func innermost(on record: UnsafeMutablePointer<ThreadRecord>) -> Requester? {
    // Two loads, for most requests, which come from no run.
    record.pointee.context == nil && !TaskRun.mayRun ? nil : innermostIfAny(on: record)
  }

  @inline(never)
  private static func innermostIfAny(on record: UnsafeMutablePointer<ThreadRecord>) -> Requester? {
    let (onThread, depth) = Run.innermost(on: record)
    let own = onThread.flatMap { CurrentBuild.isOfTaskHere(record) ? $0 : nil }
    // In a transient that is made in passing, a task that began there is taken for the transient's own.
    let mayBeOthers = Run.inPassing(on: record) != nil
    if let own, !own.isContainersOwn, !mayBeOthers || TaskRun.innermost?.began(inside: own) != true {
      return Requester(run: own, depth: depth)
    }
    // A transient that was made for a container itself knows nothing of an asynchronous factory around it.
    if let inTask = TaskRun.innermost?.requester { return Requester(run: inTask.run, depth: max(inTask.depth, depth)) }
    return own.map { Requester(run: $0, depth: depth) }
  }

  /// The requester for a request through a container or a scope. If a factory makes it, it counts as that factory's own, provided that its container
  /// and `core` ask one another. Otherwise only its depth counts.
  ///
  /// The run's graph is not used: what a container or a scope hands out is `sending`, and the run has the objects of its graph too. Only what a
  /// property wrapper asks for is an object of that graph, as it is `Sendable`.
  ///
  /// - Parameter need: what is asked for. It is learned as a need of the registration that the run belongs to.
  func forRun(asking need: Dependency? = nil, in core: Core) -> Requester { aroundRun(asking: need, in: core, on: core.thread) ?? self }

  /// Has a need that is asked of `core` learned, if code of a registration asks.
  func learn(_ need: Dependency, askedOf core: Core) {
    if let run, run.isLearning { run.core.learn(need, by: self) } else { _ = forRun(asking: need, in: core) }
  }

  /// What `forRun` answers; nil where that is the requester itself.
  ///
  /// - Parameter record: the calling thread's.
  @inline(__always)
  func aroundRun(asking need: @autoclosure () -> Dependency?, in core: Core, on record: UnsafeMutablePointer<ThreadRecord>) -> Requester? {
    let isContainersOwn = isHandles
    guard depth == 0 || isContainersOwn, let innermost = Requester.innermost(on: record) else { return nil }
    return around(innermost, isContainersOwn: isContainersOwn, asking: need(), in: core)
  }

  /// Not inlined: most requests come from no run, and count no references for one.
  @inline(never)
  private func around(_ innermost: Requester, isContainersOwn: Bool, asking need: Dependency?, in core: Core) -> Requester? {
    guard let running = innermost.run else { return nil }
    // At least 1: at 0 it would be asked outside every run.
    let depth = max(depth, innermost.depth, 1)
    guard isContainersOwn, running.speaks(for: core, in: scope) else {
      guard isContainersOwn, let trace = running.trace else { return Requester(run: run, depth: depth) }
      // So that a cycle of transients through several containers is found.
      return Requester(run: Run(core, scope: scope, isContainersOwn: true, trace: trace), depth: depth)
    }
    let requester = Requester(run: running, depth: depth)
    if let need, running.isLearning, running.core.asks(core) { running.core.learn(need, by: requester) }
    let passing = Run.inPassing(on: core.thread)
    // Whether it asks with the resolver that it was given, and not through a container.
    let isItself = self.depth > 0 && run === passing
    let mayShare = isItself || run?.sharesGraph == true && !Mutant.wrapperLeavesGraph.isActive || Mutant.handsOutGraph.isActive
    if let passing, passing !== running, passing.core.usesGraphs {
      // A transient in passing, in an asynchronous factory: it asks for that, and has a graph of its own.
      if !mayShare { return requester.handingOut(with: nil, in: running.core) }
      return requester.with(graph: Requester(run: passing, depth: 1).inGraph(of: passing.core).graph, in: running.core)
    }
    let isHandedOutAlready = running.isHandedOut && running.graph == nil && (passing == nil || !running.core.usesGraphs)
    return mayShare || isHandedOutAlready ? requester : requester.handingOut(with: nil, in: running.core)
  }
}

extension Run {
  fileprivate static var onThread: Run? { innermost(on: Threads.current).run }

  /// The innermost run on the calling thread, and the number of runs that are nested in each other there.
  ///
  /// - Parameter record: the calling thread's.
  @inline(__always)
  static func innermost(on record: UnsafeMutablePointer<ThreadRecord>) -> (run: Run?, depth: Int) {
    let (run, depth) = CurrentBuild.innermostRun(on: record)
    return (run.map { unsafeDowncast($0, to: Run.self) }, depth)  // only runs are kept there
  }

  /// Has the innermost run fail with `error` when its code returns; the first error counts. Does nothing outside every run.
  static func fail(with error: ResolutionError) {
    if Mutant.wrapperFailureIgnored.isActive { return }
    let record = Threads.current
    guard let run = innermost(on: record).run, CurrentBuild.isOfTaskHere(record) else { return TaskRun.failInnermost(with: error) }
    if run.failure == nil { CurrentBuild.replaceContext(with: run.failing(with: error)) }
  }

  /// Throws if a property wrapper in the innermost run could not be filled: before anything else gets what it made.
  static func checkFilled() throws(ResolutionError) {
    if Mutant.completesUnfilled.isActive { return }
    let record = Threads.current
    guard let run = innermost(on: record).run, CurrentBuild.isOfTaskHere(record) else { return try TaskRun.checkInnermost() }
    if let failure = run.failure { throw failure }
  }

  /// Whether a request of the run to `core`, through a handle of that container or of `scope` in it, counts as the run's own.
  func speaks(for core: Core, in scope: Scope?) -> Bool {
    if let scope, scope.instances !== self.scope?.instances { return false }
    return self.core.isFamily(of: core)
  }
}

extension Requester {
  /// The run, as the thread's record holds it while its code runs.
  var context: Unmanaged<AnyObject>? { run.map { .passUnretained($0) } }  // not retained: the caller that runs the code keeps the requester
}

extension FactoryResolver {
  /// Runs a transient's factory, or an injector, that resolves with this on this thread; fails if a property wrapper in it could not be filled.
  ///
  /// - Parameter transient: the registration whose factory that is.
  @inline(__always)
  func run<Result>(_ transient: Registration? = nil, _ body: () throws -> Result) throws -> Result {
    let record = core.thread
    defer { if record.pointee.shared != nil { Core.leaveGraph(on: record) } }
    return try CurrentBuild.run(context: requester.run, guest: transient, depth: requester.depth, failing: Core.failureOfRun(), body)
  }

  /// Runs the injector of what was made with this, on this thread: what it asks for is told apart from what the factory did.
  func injecting(_ inject: (FactoryResolver) throws -> Void) throws {
    guard let own = forInjector else { return try inject(self) }
    try own.run { try inject(own) }
  }

  /// What the injector of what was made with this resolves with, if not with this.
  var forInjector: FactoryResolver? {
    guard requester.isLearning, let run = requester.run else { return nil }
    return FactoryResolver(run: run.injecting, depth: depth)
  }
}

extension Core {
  /// Why the innermost run on this thread fails although its code returned.
  @usableFromInline @inline(never)
  static func failureOfRun() -> ResolutionError {
    guard let error = Run.onThread?.failure else { preconditionFailure("a run is replaced by a failing one only") }
    return error
  }

  /// The error for the caller of a transient whose factory threw, or has a property wrapper that could not be filled.
  @usableFromInline @inline(never)
  func failure(
    _ error: any Error, of recipe: Registration, endingRun own: Unmanaged<AnyObject>, on record: UnsafeMutablePointer<ThreadRecord>
  ) -> ResolutionError {
    CurrentBuild.releaseReplacement(of: own, on: record)
    return failure(error, of: recipe)
  }

  /// Whether it and `other` are one container or one asks the other, layers in front of them included.
  fileprivate func isFamily(of other: Core) -> Bool { asks(other) || other.asks(self) }

  /// Whether it finds what is registered in `other`: the same container or one that it asks, layers in front of them included.
  fileprivate func asks(_ other: Core) -> Bool {
    let (own, other) = (root, other.root)
    return own === other || own.parentCores.contains { $0.asks(other) }
  }

  /// The container that it is a layer in front of, or itself.
  private var root: Core { base?.root ?? self }
}
