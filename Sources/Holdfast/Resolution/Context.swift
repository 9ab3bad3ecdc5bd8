import OnceKernel

/// What a chain of factories shares.
@usableFromInline
final class Context: Sendable {
  /// The build they work for.
  let attempt: Attempt?
  /// The scope in which `.scoped` values live; nil outside every scope and in builds that outlive it.
  let scope: Scope?
  /// The objects of the graph that is being resolved; nil when none was opened.
  let graph: InstanceTable?
  /// The registration whose factory runs, if what it resolves is to be learned.
  let learner: AnyKey?
  /// Whether there is one: asked on every hit inside a factory.
  @usableFromInline let isLearning: Bool
  /// The transients from `Requester.tracedDepth` on, innermost first.
  let trace: Trace?

  init(attempt: Attempt?, scope: Scope?, graph: InstanceTable?, learner: AnyKey? = nil, trace: Trace? = nil) {
    self.attempt = attempt
    self.scope = scope
    self.graph = graph
    self.learner = learner
    isLearning = learner != nil
    self.trace = trace
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
