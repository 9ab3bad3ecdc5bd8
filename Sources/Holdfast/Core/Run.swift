import OnceKernel

/// What one call of a factory, decorator or injector resolves with. The transients that it makes share it.
///
/// A container or a scope has one of its own, in which no code runs. One whose code runs in a task is a `TaskRun`.
@usableFromInline
class Run: @unchecked Sendable {  // unchecked: constants only
  /// What it resolves with.
  @usableFromInline
  struct Facts: Sendable {
    /// The container that it resolves in.
    @usableFromInline var core: Core
    /// The build it works for.
    var attempt: Attempt?
    /// The scope in which `.scoped` values live; nil outside every scope and in builds that outlive it.
    var scope: Scope?
    /// The objects of the graph that is being resolved; nil when none was opened.
    var graph: InstanceTable?
    /// Whether what is resolved is learned as a need of the factory that runs: asked on every hit inside one.
    @usableFromInline var isLearning = false
    /// Whether an injector runs. The needs of injectors form no cycle.
    var isInjecting = false
    /// Whether it is a container's or a scope's own, in which nothing is built: what code of a run asks with it, it asks for that run.
    @usableFromInline var isContainersOwn = false
    /// Of a handle: whether what is asked with it may be an object of the graph of the run for which it is asked.
    var sharesGraph = false
    /// Whether what is made for it is handed out as `sending`, to code of a run: no closure may still have it.
    var isHandedOut = false
    /// Whether it asks for what a run asked for later: with no factory on the stack, and whatever becomes of the task.
    var isDeferred = false
    /// The transient whose factory runs, if its needs are learned as its own, not as those of the build; or the registration for which a reference to
    /// a collection was made. Only its key, so that a stored resolver keeps no registration.
    var transient: Trace?
    /// The transients from `Requester.tracedDepth` on, innermost first.
    var trace: Trace?
    /// Why the run fails although its code returned: a property wrapper in it could not be filled.
    var failure: ResolutionError?
    /// Where a lazy reference that asks keeps what each resolve would make anew; no factory is handed it.
    var kept: InstanceTable?
  }

  @usableFromInline final let facts: Facts
  /// The address of the container whose transients' factories can be given this run as it is; 0 when something is learned or kept. Compared only.
  @usableFromInline final let passableCore: UInt

  init(_ facts: Facts) {
    self.facts = facts
    // This run keeps the core.
    passableCore = facts.isLearning || facts.kept != nil ? 0 : UInt(bitPattern: ObjectIdentifier(facts.core))
  }

  convenience init(
    _ core: Core, attempt: Attempt? = nil, scope: Scope? = nil, graph: InstanceTable? = nil, isLearning: Bool = false,
    isContainersOwn: Bool = false, sharesGraph: Bool = false, isDeferred: Bool = false, transient: Trace? = nil, trace: Trace? = nil
  ) {
    self.init(
      Facts(
        core: core, attempt: attempt, scope: scope, graph: graph, isLearning: isLearning, isContainersOwn: isContainersOwn,
        sharesGraph: sharesGraph, isDeferred: isDeferred, transient: transient, trace: trace))
  }

  @inlinable final var core: Core {
    @inline(__always) get { facts.core }
  }
  @inlinable final var isLearning: Bool {
    @inline(__always) get { facts.isLearning }
  }
  @inlinable final var isContainersOwn: Bool {
    @inline(__always) get { facts.isContainersOwn }
  }
  /// The requester of what is asked with it outside every factory.
  @inlinable final var outermost: Requester {
    @inline(__always) get { Requester(run: self, depth: 0) }
  }
  final var attempt: Attempt? { facts.attempt }
  final var scope: Scope? { facts.scope }
  final var graph: InstanceTable? { facts.graph }
  final var isInjecting: Bool { facts.isInjecting }
  final var sharesGraph: Bool { facts.sharesGraph }
  final var isHandedOut: Bool { facts.isHandedOut }
  final var isDeferred: Bool { facts.isDeferred }
  final var transient: Trace? { facts.transient }
  final var trace: Trace? { facts.trace }
  final var failure: ResolutionError? { facts.failure }
  final var kept: InstanceTable? { facts.kept }

  /// What a run has of this one that resolves in its place: it is no container's own, and has not failed.
  @inline(never)  // for size: called from many places
  final var inherited: Facts {
    var facts = facts
    (facts.isContainersOwn, facts.sharesGraph, facts.failure) = (false, false, nil)
    return facts
  }

  /// A run that resolves as this one, but for what `change` says.
  @inline(never)  // for size: called from many places
  final func copy(_ change: (inout Facts) -> Void) -> Run {
    var facts = inherited
    change(&facts)
    return Run(facts)
  }

  /// The run of a deferred request.
  final func forDeferred(in core: Core) -> Run { copy { ($0.core, $0.isDeferred, $0.kept) = (core, true, nil) } }

  /// A run for the injector.
  final var injecting: Run { copy { ($0.isInjecting, $0.kept) = (true, nil) } }

  /// A run for a registration that collects, or, if `collector` is nil, for what is made from the members of its collection.
  final func copy(collectingFor collector: AnyKey?) -> Run { copy { $0.transient = collector.map { Trace($0, outer: nil) } } }

  /// The run for the rest of a call that fails.
  final func failing(with error: ResolutionError) -> Run {
    copy { ($0.isContainersOwn, $0.failure, $0.kept) = (isContainersOwn, error, nil) }
  }

  /// Whether it says nothing but its container.
  final var isEmpty: Bool {
    attempt == nil && scope == nil && graph == nil && trace == nil && !isLearning && kept == nil && transient == nil
  }

  /// The key whose factory runs, if what it resolves is to be learned.
  final var learner: AnyKey? {
    guard isLearning else { return nil }
    return transient?.key ?? attempt?.registration.key
  }

  /// The word of that key.
  final var learnerWord: UInt? {
    if let transient { return transient.key.word }
    return attempt.map { $0.registration.key.word }
  }

  /// A scope, by the table of its instances, which says the rest: one reference, as every run has one.
  struct Scope: Sendable {
    let instances: InstanceTable

    /// The container that it was opened in.
    var core: Core { instances.core.unsafelyUnwrapped }  // given to it by `init`
    /// Its kind, its seeds and the scope around it, if it has any of these.
    var surroundings: ScopeSurroundings? { instances.surroundings }

    /// The scope whose instances these are.
    init(_ instances: InstanceTable) {
      self.instances = instances
    }

    /// True from its opening to its end.
    var isOpen: Bool { instances.isOpen }
  }

  final class Trace: Sendable {
    let key: AnyKey
    /// Of what a reference to a collection leaves out: the container that has it, which need not be the one that the reference asks.
    let core: Core?
    let outer: Trace?

    init(_ key: AnyKey, of core: Core? = nil, outer: Trace?) {
      self.key = key
      self.core = core
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
