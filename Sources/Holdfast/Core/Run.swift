import OnceKernel

/// What one call of a factory, decorator or injector resolves with. The transients that it makes share it.
///
/// A container or a scope has one of its own, in which no code runs.
@usableFromInline
final class Run: Sendable {
  /// The container that it resolves in.
  @usableFromInline let core: Core
  /// The build it works for.
  let attempt: Attempt?
  /// The scope in which `.scoped` values live; nil outside every scope and in builds that outlive it.
  let scope: Scope?
  /// The objects of the graph that is being resolved; nil when none was opened.
  let graph: InstanceTable?
  /// Whether what is resolved is learned as a need of the factory that runs: asked on every hit inside one.
  @usableFromInline let isLearning: Bool
  /// Whether it is a container's or a scope's own, in which nothing is built: what code of a run asks with it, it asks for that run.
  @usableFromInline let isContainersOwn: Bool
  /// Of a handle: whether what is asked with it may be an object of the graph of the run for which it is asked.
  let sharesGraph: Bool
  /// The address of the container whose transients' factories can be given this run as it is; 0 when something is learned or kept. Compared only.
  @usableFromInline let passableCore: UInt
  /// Whether an injector runs. The needs of injectors form no cycle.
  let isInjecting: Bool
  /// The transient whose factory runs, if its needs are learned as its own, not as those of the build; or the registration for which a reference to
  /// a collection was made. Only its key, so that a stored resolver keeps no registration.
  let transient: Trace?
  /// The transients from `Requester.tracedDepth` on, innermost first.
  let trace: Trace?
  /// Why the run fails although its code returned: a property wrapper in it could not be filled.
  let failure: ResolutionError?
  /// Whether it asks for what a run asked for later: with no factory on the stack, and whatever becomes of the task.
  let isDeferred: Bool
  /// Where a lazy reference that asks keeps what each resolve would make anew; no factory is handed it.
  let kept: InstanceTable?

  init(
    _ core: Core, attempt: Attempt? = nil, scope: Scope? = nil, graph: InstanceTable? = nil, isLearning: Bool = false,
    isInjecting: Bool = false, isContainersOwn: Bool = false, sharesGraph: Bool = false, transient: Trace? = nil, trace: Trace? = nil,
    failure: ResolutionError? = nil,
    isDeferred: Bool = false, kept: InstanceTable? = nil
  ) {
    self.core = core
    self.attempt = attempt
    self.scope = scope
    self.graph = graph
    self.isLearning = isLearning
    self.isInjecting = isInjecting
    self.isContainersOwn = isContainersOwn
    self.sharesGraph = sharesGraph
    // This run keeps the core.
    passableCore = isLearning || kept != nil ? 0 : UInt(bitPattern: ObjectIdentifier(core))
    self.transient = transient
    self.trace = trace
    self.failure = failure
    self.isDeferred = isDeferred
    self.kept = kept
  }

  /// The run of a deferred request.
  func forDeferred(in core: Core) -> Run {
    Run(
      core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, isInjecting: isInjecting, transient: transient,
      trace: trace, isDeferred: true)
  }

  /// A run for a factory of `core`, in another scope or graph.
  func copy(for core: Core, scope: Scope?, graph: InstanceTable?) -> Run {
    Run(
      core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, isInjecting: isInjecting, transient: transient,
      trace: trace, isDeferred: isDeferred, kept: kept)
  }

  /// A run for the injector.
  var injecting: Run {
    Run(
      core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, isInjecting: true, transient: transient, trace: trace,
      isDeferred: isDeferred)
  }

  /// A run for a registration that collects, or, if `collector` is nil, for what is made from the members of its collection.
  func copy(collectingFor collector: AnyKey?) -> Run {
    Run(
      core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, isInjecting: isInjecting,
      transient: collector.map { Trace($0, outer: nil) }, trace: trace, isDeferred: isDeferred, kept: kept)
  }

  /// The run for the rest of a call that fails.
  func failing(with error: ResolutionError) -> Run {
    Run(
      core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, isInjecting: isInjecting,
      isContainersOwn: isContainersOwn,
      transient: transient, trace: trace, failure: error, isDeferred: isDeferred)
  }

  /// Whether it says nothing but its container.
  var isEmpty: Bool {
    attempt == nil && scope == nil && graph == nil && trace == nil && !isLearning && kept == nil && transient == nil
  }

  /// The key whose factory runs, if what it resolves is to be learned.
  var learner: AnyKey? {
    guard isLearning else { return nil }
    return transient?.key ?? attempt?.registration.key
  }

  /// A scope, by the table of its instances, which says the rest: one reference, as every run has one.
  struct Scope: Sendable {
    let instances: InstanceTable

    /// The container that it was opened in.
    var core: Core { instances.core.unsafelyUnwrapped }  // given to it by `init`
    /// Its kind, its seeds and the scope around it, if it has any of these.
    var surroundings: ScopeSurroundings? { instances.surroundings }

    init(of core: Core, epochs: Epochs?, _ surroundings: ScopeSurroundings?) {
      instances = InstanceTable(of: core, epochs: epochs, surroundings)
    }

    /// The scope whose instances these are.
    init(_ instances: InstanceTable) {
      self.instances = instances
    }

    /// True from its opening to its end.
    var isOpen: Bool { instances.isOpen }
  }

  final class Trace: Sendable {
    let key: AnyKey
    let outer: Trace?

    init(_ key: AnyKey, outer: Trace?) {
      self.key = key
      self.outer = outer
    }

    /// The keys from `key` to the innermost one, outermost first; nil when `key` is not among them.
    func ring(from key: AnyKey) -> [AnyKey]? {
      if Mutant.cycleOfTransientsDeep.isActive { return nil }
      var keys: [AnyKey] = []
      var next: Trace? = self
      while let trace = next {
        keys.append(trace.key)
        if trace.key == key { return keys.reversed() }
        next = trace.outer
      }
      return nil
    }
  }
}
