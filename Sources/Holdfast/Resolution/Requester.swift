import OnceKernel

/// On whose behalf something is resolved.
@usableFromInline
struct Requester: Sendable {
  /// Nil for a caller outside every build, and for a transient's factory that runs outside every build.
  @usableFromInline let context: Context?
  /// How many factories are running inside each other.
  @usableFromInline let depth: Int

  @usableFromInline
  init(context: Context?, depth: Int) {
    self.context = context
    self.depth = depth
  }

  /// A caller of the container itself.
  @inlinable static var nobody: Requester {
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

  /// The scope that asked.
  var scope: Context.Scope? { context?.scope }

  /// The object graph that this belongs to, until its outermost request returned.
  var graph: InstanceTable? {
    guard let graph = context?.graph, !graph.isClosed else { return nil }
    return graph
  }

  /// The build this works for, as long as its factory runs.
  var attempt: Attempt? {
    guard let attempt = context?.attempt, !attempt.isOver else { return nil }
    return attempt
  }

  /// What is left of it for something that outlives the build: the scope, if there is one.
  var inScopeOnly: Requester { scope.map { Requester.nobody.with(scope: $0) } ?? .nobody }

  /// The same with some of its context changed.
  func with(scope: Context.Scope) -> Requester {
    Requester(
      context: Context(attempt: context?.attempt, scope: scope, graph: context?.graph, learner: context?.learner, trace: context?.trace),
      depth: depth)
  }

  func with(graph: InstanceTable?) -> Requester {
    Requester(
      context: Context(attempt: context?.attempt, scope: scope, graph: graph, learner: context?.learner, trace: context?.trace),
      depth: depth)
  }
}
