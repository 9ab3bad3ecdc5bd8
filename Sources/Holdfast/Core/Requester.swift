import OnceKernel

/// On whose behalf something is resolved.
@usableFromInline
struct Requester: Sendable {
  /// Nil for none in particular. A caller of a container brings that container's own, in which nothing is built, so that a transient's
  /// factory can be handed it as it is.
  @usableFromInline let context: Context?
  /// How many factories are running inside each other.
  @usableFromInline let depth: Int

  @usableFromInline
  init(context: Context?, depth: Int) {
    self.context = context
    self.depth = depth
  }

  /// A caller of the container itself.
  @inlinable static var anonymous: Requester {
    @inline(__always) get { Requester(context: nil, depth: 0) }
  }

  /// The same, one factory further down.
  @inlinable var deeper: Requester {
    @inline(__always) get { Requester(context: context, depth: depth &+ 1) }
  }

  /// From this depth on each transient leaves a trace, so that a cycle of transients is found.
  @inlinable static var tracedDepth: Int { 64 }
  static let depthLimit = 1000

  /// Whether what is resolved is to be learned as a dependency of the factory that runs.
  @inlinable var isLearning: Bool {
    @inline(__always) get {
      guard let context else { return false }
      return context.isLearning
    }
  }

  /// Whether a transient's factory of `core` can be handed the context as it is.
  ///
  /// - Parameter run: the innermost run on this thread. What comes from outside every factory, at depth 0, is asked for that run if there is one.
  @inlinable @inline(__always)
  func isPlain(in core: Core, inside run: Unmanaged<AnyObject>?) -> Bool {
    // Compared only. An address is never below the limit, and nil is 0.
    let measure = depth == 0 ? UInt(bitPattern: run?.toOpaque()) : UInt(bitPattern: depth)
    guard let context else { return false }
    return context.plainCore == UInt(bitPattern: ObjectIdentifier(core)) && measure < UInt(bitPattern: Requester.tracedDepth)
  }

  /// What the thread's record holds while a transient's factory runs that was handed the context; there is one, as it is plain.
  @inlinable var run: Unmanaged<AnyObject> {
    @inline(__always) get { Unmanaged.passUnretained(context.unsafelyUnwrapped) }  // unretained: the caller keeps it
  }

  /// The scope that asked.
  var scope: Context.Scope? { context?.scope }

  /// The object graph that this belongs to, until its outermost request returned.
  var graph: InstanceTable? {
    guard let graph = context?.graph, !graph.isClosed else { return nil }
    return graph
  }

  /// Whether it asks for what a run asked for later.
  var isLater: Bool { context?.isLater == true }

  /// The same for what is asked for later.
  func forLater(in core: Core) -> Requester {
    Requester(context: context?.forLater(in: core) ?? Context(core, isLater: true), depth: depth + 1)
  }

  /// How deep what it asks for is nested, for a build of `build`'s.
  func depth(for build: Attempt?) -> Int { isLater ? 0 : max(depth, build.map { $0.depth + 1 } ?? 0) }

  /// The build this works for, as long as its factory runs.
  var attempt: Attempt? {
    guard let attempt = context?.attempt, attempt.isLive else { return nil }
    return attempt
  }

  /// What is left of it for something that outlives the build: the scope, if there is one.
  func outlivingBuild(in core: Core) -> Requester {
    if let context, context.core === core, context.isEmpty, !context.isHandle { return Requester(context: context, depth: 0) }
    return Requester(context: Context(core, scope: scope), depth: 0)
  }

  /// The same with some of its context changed.
  func with(scope: Context.Scope, in core: Core) -> Requester {
    Requester(context: copy(for: core, scope: scope, graph: context?.graph), depth: depth)
  }

  func with(graph: InstanceTable?, in core: Core) -> Requester {
    Requester(context: copy(for: core, scope: scope, graph: graph), depth: depth)
  }

  /// What a factory of `core` is given when it runs on this behalf.
  func resolution(in core: Core) -> Resolution {
    if let context, context.core === core { return Resolution(context: context, depth: depth) }
    return Resolution(context: copy(for: core, scope: scope, graph: context?.graph), depth: depth)
  }

  /// The same for a factory that is a build of its own.
  func resolution(in core: Core, by run: Attempt) -> Resolution {
    let context = context
    return Resolution(
      context: Context(
        core, attempt: run, scope: scope, graph: context?.graph, isLearning: context?.isLearning == true, transient: context?.transient,
        trace: context?.trace), depth: depth)
  }

  private func copy(for core: Core, scope: Context.Scope?, graph: InstanceTable?) -> Context {
    context?.copy(for: core, scope: scope, graph: graph) ?? Context(core, scope: scope, graph: graph)
  }
}
