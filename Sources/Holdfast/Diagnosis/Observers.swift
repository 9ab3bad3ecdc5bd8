import OnceKernel

/// The observers of a container and of all that overrides it, for one of these. Asked on misses only: a hit never looks here.
struct Observers: Sendable {
  private let list: ObserverList
  /// The overrides whose events are told; nil for those of the container itself.
  private let overrides: ObservedOverrides?

  /// Those of a new container.
  init() {
    list = ObserverList()
    overrides = nil
  }

  /// The observers of `base`, which also hear of what happens in `overrides`.
  init(of base: Observers, in overrides: ObservedOverrides) {
    list = base.list
    self.overrides = Mutant.eventsOfNone.isActive ? nil : overrides
  }

  var isListening: Bool { list.isListening }

  /// - Parameter onEnd: called once, when the container of `core` ends, unless the handler was removed before.
  func add(_ handler: @escaping @Sendable (ObservedEvent) -> Void, onEnd: (@Sendable () -> Void)?, for core: Core) -> Int {
    list.add(handler, onEnd: onEnd, for: core)
  }

  func remove(_ number: Int) { list.remove(number) }

  /// A core has ended: no event of it, and of what overrides it, is to come.
  func end(_ core: Core) { list.end(core) }

  /// A running stopwatch, if an observer is told of how long things take.
  var stopwatch: Stopwatch? { stopwatch(for: nil) }

  /// A running stopwatch for what the build of a key asked for, if an observer listens.
  func stopwatch(for requester: @autoclosure () -> AnyKey?) -> Stopwatch? { isListening ? Stopwatch(for: requester()) : nil }

  /// Tells all observers, on the calling thread and outside every lock.
  func tell(
    _ kind: @autoclosure () -> ObservedEvent.Kind, _ registration: Registration, for requester: AnyKey? = nil,
    at time: @autoclosure () -> ProcessClock.Moment = ProcessClock.now
  ) {
    if isListening { tellNow(kind(), registration.key, registration.site, for: requester, at: time()) }
  }

  /// Tells all observers what has become of a scope.
  func tell(_ kind: @autoclosure () -> ObservedEvent.Kind, openedAt site: SourceSite) {
    if isListening { tellNow(kind(), AnyKey(Scope.self), site, for: nil, at: ProcessClock.now) }
  }

  @inline(never)  // for size: most containers have no observer
  private func tellNow(
    _ kind: ObservedEvent.Kind, _ key: AnyKey, _ site: SourceSite?, for requester: AnyKey?, at time: ProcessClock.Moment
  ) {
    list.tell(
      ObservedEvent(
        kind: kind, key: key, site: site, requestedBy: requester, time: time, thread: Threads.currentNumber, overrides: overrides))
  }
}

/// The observers that a container and all that overrides it have in common.
private final class ObserverList: Sendable {
  /// Handlers in the order in which they came; never changed in place.
  ///
  /// Events are told from it outside the lock. A copy of a collection, changed in place by its last owner, would be a race to the thread
  /// sanitizer.
  private final class List: Sendable {
    let entries: [(number: Int, handler: @Sendable (ObservedEvent) -> Void)]

    init(_ entries: [(number: Int, handler: @Sendable (ObservedEvent) -> Void)]) {
      self.entries = entries
    }
  }

  private struct State {
    var next = 0
    /// Nil before the first.
    var list: List?
    /// What is to be done at the end of the container that was given the handler, by the number of the handler. The container is kept until then:
    /// it ends when it is released.
    var endings: [Int: (core: Core, act: @Sendable () -> Void)] = [:]
  }

  /// Made for the first observer, as most containers have none.
  private final class GuardedState: Sendable {
    let state = Guarded(State())
  }

  private let stateIfAny = Late<GuardedState>()
  private var state: Guarded<State> { stateIfAny.get { GuardedState() }.state }
  /// 1 while there is an observer: without one, making events costs nothing.
  private let listening = AtomicWord(0)

  var isListening: Bool { listening.loadAcquiring() == 1 }

  func add(_ handler: @escaping @Sendable (ObservedEvent) -> Void, onEnd: (@Sendable () -> Void)?, for core: Core) -> Int {
    HeldLocks.expectNone()
    let (number, old) = state.withLock {
      let old = $0.list
      $0.next += 1
      $0.list = List((old?.entries ?? []) + [($0.next, handler)])
      $0.endings[$0.next] = onEnd.map { (core, $0) }
      listening.storeSequentiallyConsistent(1)
      return ($0.next, old)
    }
    withExtendedLifetime(old) {}  // released outside the lock
    // After the step above: an end from here on finds it there, one from before is found here.
    if let over = core.withBases.first(where: \.life.state.isClosed) { end(over) }
    return number
  }

  func end(_ core: Core) {
    // An observer that comes after this look finds the core closed.
    if listening.loadSequentiallyConsistent() == 0 { return }
    let endings = state.withLock { state in
      let ended = state.endings.filter { $0.value.core.withBases.contains { $0 === core } }
      for number in ended.keys { state.endings[number] = nil }
      return ended
    }
    for ending in endings.values where !Mutant.eventsStayOpen.isActive { ending.act() }
  }

  func remove(_ number: Int) {
    let removed = state.withLock {
      let removed = ($0.list, $0.endings.removeValue(forKey: number))
      let left = removed.0?.entries.filter { $0.number != number } ?? []
      $0.list = List(left)
      if left.isEmpty { listening.storeReleasing(0) }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// Tells all observers, on the calling thread and outside every lock.
  func tell(_ event: ObservedEvent) {
    HeldLocks.expectNone()
    for (_, handler) in state.withLock({ $0.list })?.entries ?? [] { handler(event) }
  }
}

extension Core {
  /// It, and what it overrides, the container itself last.
  fileprivate var withBases: [Core] { [self] + (base?.withBases ?? []) }
}

/// When something began that is told of when it ends.
///
/// A class, so that it costs little where no observer is told.
final class Stopwatch: Sendable {
  private let start = ProcessClock.now
  /// What asked for it then.
  let requester: AnyKey?

  init(for requester: AnyKey?) {
    self.requester = requester
  }

  func duration(to end: ProcessClock.Moment) -> Duration { start.duration(to: end) }
}
