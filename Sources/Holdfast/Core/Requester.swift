import OnceKernel

/// Plumbing: the run that asks for a value, and how deep it is nested.
@_documentation(visibility: internal)
public struct Requester: Sendable {
  /// The run that asks; nil if none does. A container passes a run of its own, in which nothing is built, so that a transient's factory can use
  /// it as it is.
  @usableFromInline let run: Run?
  /// How many factories are running inside each other.
  @usableFromInline let depth: Int

  @usableFromInline
  init(run: Run?, depth: Int) {
    self.run = run
    self.depth = depth
  }

  /// A caller of the container itself.
  @inlinable static var anonymous: Requester {
    @inline(__always) get { Requester(run: nil, depth: 0) }
  }

  /// The container that it asks first; never of `anonymous`.
  @inlinable var core: Core {
    @inline(__always) get { run.unsafelyUnwrapped.core }  // every other requester has a run
  }

  /// The requester of a factory that this one runs.
  @inlinable var deeper: Requester {
    @inline(__always) get { Requester(run: run, depth: depth &+ 1) }
  }

  /// From this depth on each transient leaves a trace, so that a cycle of transients is found.
  @inlinable static var tracedDepth: Int { 64 }
  static let depthLimit = 1000

  /// Whether what is resolved is to be learned as a dependency of the factory that runs.
  @inlinable var isLearning: Bool {
    @inline(__always) get {
      guard let run else { return false }
      return run.isLearning
    }
  }

  /// Whether a transient's factory of `core` can be handed the run as it is.
  ///
  /// - Parameter innermost: the innermost run on this thread. If there is one, the request is handed on only inside that same run: what another run's
  ///   code asks with a run that was kept, it asks for itself; and so does a request at depth 0, which is made from outside every factory.
  @inlinable @inline(__always)
  func canPassOn(to core: Core, inside innermost: Unmanaged<AnyObject>?) -> Bool {
    // First: after a call the compiler counts a reference to the run.
    if innermost == nil, depth == 0, TaskRun.isAsking { return false }
    guard let run, depth < Requester.tracedDepth else { return false }
    if let innermost {
      // Compared only.
      guard depth > 0, UInt(bitPattern: innermost.toOpaque()) == UInt(bitPattern: ObjectIdentifier(run)) else { return false }
    }
    return run.passableCore == UInt(bitPattern: ObjectIdentifier(core))  // the run keeps its own core, and the caller this one
  }

  /// What the thread's record holds while a transient's factory runs that was handed the run; there is one, as it is plain.
  @inlinable var runOnRecord: Unmanaged<AnyObject> {
    @inline(__always) get { Unmanaged.passUnretained(run.unsafelyUnwrapped) }  // unretained: the caller keeps it
  }

  /// The scope that asked.
  var scope: Run.Scope? { run?.scope }

  /// What that scope has, which the run keeps: counts no reference.
  @inline(__always)
  var scopeInstances: Unmanaged<InstanceTable>? {
    run?.scope.map { .passUnretained($0.instances) }  // the run keeps them
  }

  /// The object graph that this belongs to, until its outermost request returned.
  var graph: InstanceTable? {
    guard let graph = run?.graph, !graph.isClosed else { return nil }
    return graph
  }

  /// Whether it asks for what a run asked for later.
  var isDeferred: Bool { run?.isDeferred == true }

  /// The requester of a deferred request.
  func forDeferred(in core: Core) -> Requester {
    Requester(run: run?.forDeferred(in: core) ?? Run(core, isDeferred: true), depth: depth + 1)
  }

  /// The build this works for, as long as its factory runs.
  var attempt: Attempt? {
    guard let attempt = run?.attempt, attempt.mayAsk else { return nil }
    return attempt
  }

  /// The build for which it waits or is made: its own, or else one whose code runs on the thread, if that waits, or in the task.
  ///
  /// - Parameter record: the calling thread's; nil if the task suspends, and the thread goes on.
  @inline(__always)
  func build(on record: UnsafeMutablePointer<ThreadRecord>?) -> Attempt? {
    attempt ?? record.flatMap { CurrentBuild.onThread(of: $0) } ?? (TaskRun.mayRun ? TaskRun.current : nil)
  }

  /// The requester of a lazy reference, which keeps in `instances` what each resolve would make anew. Outside every object graph they are its graph.
  func keeping(_ instances: InstanceTable, in core: Core) -> Requester {
    let graph = graph ?? instances
    return with(in: run?.core ?? core) { ($0.graph, $0.kept, $0.isLearning, $0.isInjecting) = (graph, instances, false, false) }
  }

  /// The requester for a factory that a lazy reference runs. Nothing is kept for it, and it shares no object with other readers.
  func keepingNothing(in core: Core) -> Requester {
    let graph = graph === run?.kept ? nil : graph
    return with(in: run?.core ?? core) {
      ($0.graph, $0.kept, $0.isLearning, $0.isInjecting, $0.transient) = (graph, nil, false, false, nil)
    }
  }

  /// The requester for which a container or a scope carries out a request that another one passes on to it.
  ///
  /// - Parameters:
  ///   - handle: that container's or scope's own requester.
  ///   - isThroughHandle: whether the request comes from a container or a scope, or from neither. Then code of a run asks for that run.
  func passed(to handle: Requester, isThroughHandle: Bool) -> Requester {
    if let run, !run.isEmpty {
      if let scope = handle.scope, run.scope == nil { return with(scope: scope, in: run.core) }
      return self
    }
    let run = isThroughHandle ? handle.run : handle.run.map { Run($0.core, scope: $0.scope) }
    return Requester(run: run, depth: depth)
  }

  /// The requester with another scope.
  func with(scope: Run.Scope, in core: Core) -> Requester { with(in: core) { $0.scope = scope } }

  /// The requester with another object graph, or with none.
  func with(graph: InstanceTable?, in core: Core) -> Requester { with(in: core) { $0.graph = graph } }

  /// The requester of what is handed out as `sending`, with another object graph, or with none.
  func handingOut(with graph: InstanceTable?, in core: Core) -> Requester {
    with(in: core) { ($0.graph, $0.isHandedOut) = (graph, true) }
  }

  /// The requester of a run in `core` that resolves as this one's, but for what `change` says.
  @inline(never)  // for size: called from many places
  private func with(in core: Core, _ change: (inout Run.Facts) -> Void) -> Requester {
    var facts = run?.inherited ?? Run.Facts(core: core)
    facts.core = core
    change(&facts)
    return Requester(run: Run(facts), depth: depth)
  }

  /// What a factory of `core` is given.
  func resolution(in core: Core) -> FactoryResolver {
    FactoryResolver(run?.core === core ? self : with(in: core) { _ in })
  }

  /// What a factory of `core` resolves with that runs in a task.
  ///
  /// - Parameter attempt: its own, if it is a build of its own.
  func facts(in core: Core, by attempt: Attempt?) -> Run.Facts {
    guard var facts = run?.facts else { return Run.Facts(core: core, attempt: attempt) }
    if facts.core !== core || attempt != nil { facts = run.unsafelyUnwrapped.inherited }  // there is one, as it has facts
    facts.core = core
    if let attempt {
      (facts.attempt, facts.isInjecting, facts.isHandedOut, facts.isDeferred, facts.kept) = (attempt, false, false, false, nil)
    }
    return facts
  }
}
