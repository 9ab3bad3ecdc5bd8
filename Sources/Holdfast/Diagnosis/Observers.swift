import OnceKernel

/// The observers of a container. Asked on misses only: a hit never looks here.
final class Observers: Sendable {
  /// Handlers in the order in which they came; never changed in place.
  ///
  /// Events are told from it outside the lock. A copy of a collection, changed in place by its last owner, would be a race to the thread
  /// sanitizer.
  private final class List: Sendable {
    let entries: [(number: Int, handler: @Sendable (Occurrence) -> Void)]

    init(_ entries: [(number: Int, handler: @Sendable (Occurrence) -> Void)]) {
      self.entries = entries
    }
  }

  private struct State {
    var next = 0
    /// Nil before the first.
    var list: List?
    /// What is to be done at the end of the container that was given the handler, by the number of the handler; that container by its own.
    var endings: [Int: (core: UInt, act: @Sendable () -> Void)] = [:]
    var isOver = false
  }

  private let state = Guarded(State())
  /// 1 while there is an observer: without one, making events costs nothing.
  private let listening = AtomicWord(0)

  var isListening: Bool { listening.loadAcquiring() == 1 }

  /// - Parameter onEnd: called once, when the container of `core` ends, unless the handler was removed before.
  func add(_ handler: @escaping @Sendable (Occurrence) -> Void, onEnd: (@Sendable () -> Void)?, for core: Core) -> Int {
    let (number, isOver) = state.withLock {
      $0.next += 1
      $0.list = List(($0.list?.entries ?? []) + [($0.next, handler)])
      if !$0.isOver { $0.endings[$0.next] = onEnd.map { (core.number, $0) } }
      listening.storeReleasing(1)
      return ($0.next, $0.isOver)
    }
    if isOver { onEnd?() }
    // A container that overrides others may have ended meanwhile, or before.
    if core.base != nil, core.life.state.isClosed { end(core) }
    return number
  }

  /// A container has ended: no event of it is to come, and none at all if it is no layer.
  func end(_ core: Core) {
    // No stream is of a layer that is no container.
    if core.base != nil, !core.isContainer { return }
    let endings = state.withLock { state in
      if core.base == nil { state.isOver = true }
      let ended = state.endings.filter { core.base == nil || $0.value.core == core.number }
      for number in ended.keys { state.endings[number] = nil }
      return ended
    }
    for ending in endings.values { ending.act() }
  }

  func remove(_ number: Int) {
    let gone = state.withLock {
      let gone = ($0.list, $0.endings.removeValue(forKey: number))
      let left = gone.0?.entries.filter { $0.number != number } ?? []
      $0.list = List(left)
      if left.isEmpty { listening.storeReleasing(0) }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// A running stopwatch, if an observer is told of how long things take.
  var stopwatch: Stopwatch? { stopwatch(for: nil) }

  /// The same for what the build of a key asked for.
  func stopwatch(for requester: @autoclosure () -> AnyKey?) -> Stopwatch? { isListening ? Stopwatch(for: requester()) : nil }

  /// Tells all observers, on the calling thread and outside every lock.
  func tell(
    _ kind: @autoclosure () -> Occurrence.Kind, _ key: AnyKey, for requester: AnyKey? = nil,
    at time: @autoclosure () -> ContinuousClock.Instant = .now
  ) {
    guard isListening else { return }
    let event = Occurrence(kind: kind(), key: key, requestedBy: requester, time: time(), thread: Threads.currentNumber)
    for (_, handler) in state.withLock({ $0.list })?.entries ?? [] { handler(event) }
  }
}

/// When something began that is told of when it ends.
///
/// A class, because an optional instant costs even those builds that no observer is told of.
final class Stopwatch: Sendable {
  private let start = ContinuousClock.now
  /// What asked for it then.
  let requester: AnyKey?

  init(for requester: AnyKey?) {
    self.requester = requester
  }

  func duration(to end: ContinuousClock.Instant) -> Duration { start.duration(to: end) }
}
