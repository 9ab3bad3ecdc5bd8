import OnceKernel

/// What a chain of factories shares.
@usableFromInline
final class Context: Sendable {
  /// The container whose resolver they are given.
  @usableFromInline let core: Core
  /// The build they work for.
  let attempt: Attempt?
  /// The scope in which `.scoped` values live; nil outside every scope and in builds that outlive it.
  let scope: Scope?
  /// The objects of the graph that is being resolved; nil when none was opened.
  let graph: InstanceTable?
  /// Whether what is resolved is learned as a need of the factory that runs: asked on every hit inside one.
  @usableFromInline let isLearning: Bool
  /// The transient whose factory runs, if what it resolves is learned as its own need, not the build's. Seldom there, so in one word; and its
  /// key only, as a resolver that is kept must not keep the registration.
  private let transient: Trace?
  /// The transients from `Requester.tracedDepth` on, innermost first.
  let trace: Trace?

  init(
    _ core: Core, attempt: Attempt? = nil, scope: Scope? = nil, graph: InstanceTable? = nil, isLearning: Bool = false,
    transient: Trace? = nil, trace: Trace? = nil
  ) {
    self.core = core
    self.attempt = attempt
    self.scope = scope
    self.graph = graph
    self.isLearning = isLearning
    self.transient = transient
    self.trace = trace
  }

  /// The same for a factory of `core`, in another scope or graph.
  func copy(for core: Core, scope: Scope?, graph: InstanceTable?) -> Context {
    Context(core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, transient: transient, trace: trace)
  }

  /// Whether it says nothing but whose it is.
  var isEmpty: Bool { attempt == nil && scope == nil && graph == nil && trace == nil && !isLearning }

  /// The key whose factory runs, if what it resolves is to be learned.
  var learner: AnyKey? {
    guard isLearning else { return nil }
    return transient?.key ?? attempt?.registration.key
  }

  /// The instances of a scope, and the container it was opened in.
  struct Scope: Sendable {
    let instances: InstanceTable
    let core: Core
  }

  final class Trace: Sendable {
    let key: AnyKey
    let outer: Trace?

    init(_ key: AnyKey, outer: Trace?) {
      self.key = key
      self.outer = outer
    }

    func contains(_ key: AnyKey) -> Bool {
      var next: Trace? = self
      while let trace = next {
        if trace.key == key { return true }
        next = trace.outer
      }
      return false
    }
  }
}
