import OnceKernel

/// Where a container stands with its own end, and the disposals that are under way.
final class Shutdown: Sendable {
  /// How long a shutdown may take; nil is as long as it takes.
  struct Bounds: Sendable {
    /// When it stops waiting for builds and scopes.
    let drain: ProcessClock.Moment?
    /// When it stops waiting for anything.
    let end: ProcessClock.Moment?

    /// A tenth of the time is kept for disposers.
    init(_ deadline: Duration?) {
      self.init(drain: deadline.map { $0 - $0 / 10 }, end: deadline)
    }

    init(drain: Duration?, end: Duration?) {
      self.drain = drain.flatMap(Bounds.instant)
      self.end = end.flatMap(Bounds.instant)
    }

    /// When `duration` will have passed; nil for what is too far away for the clock.
    static func instant(in duration: Duration) -> ProcessClock.Moment? {
      duration < .seconds(1 << 30) ? ProcessClock.now + max(duration, .zero) : nil
    }
  }

  /// What was still under way when nothing more was waited for.
  struct Stock: Sendable {
    let unfinished: [AnyKey]
    let openScopes: Int
  }

  private struct State {
    /// Nil until the end has begun.
    var bounds: Bounds?
    /// Nil until nothing more is waited for.
    var stock: Stock?
    /// What is still to be disposed of at the end, by cell, with its place in the order; nil until that is known.
    var planned: [ObjectIdentifier: (place: Int, key: AnyKey)]?
    /// What is left while its disposers run.
    var remains: Remains?
    /// The disposals that run beside, of what was discarded before.
    var pending = Disposals()
    /// Those of containers that ask this one: they are not waited for here at the end, which waits for those containers.
    var pendingBelow = Disposals()
    var failures: [ShutdownReport.Failure] = []
    var furtherFailures = 0
    /// How many containers that ask this one are shutting down.
    var shutdownsBelow = 0
  }

  /// How many failures are remembered before the end.
  private static let failureLimit = 100

  private let state = Guarded(State())

  /// Nothing runs here any more, or nothing that does is waited for.
  let drained = OneTimeEvent()
  /// The end is complete.
  let over = OneTimeEvent()

  /// Begins the end; false when it has begun before.
  func begin(_ bounds: Bounds) -> Bool {
    state.withLock {
      if Mutant.shutdownPerCaller.isActive { $0.bounds = nil }
      guard $0.bounds == nil else { return false }
      $0.bounds = bounds
      return true
    }
  }

  var bounds: Bounds? { state.withLock { $0.bounds } }

  /// True from the beginning of the end until it is complete.
  var isUnderway: Bool { bounds != nil && !over.hasHappened }

  func note(_ stock: Stock) {
    state.withLock { $0.stock = stock }
  }

  /// What is to be disposed of, in that order. The caller keeps the cells until each is noted as disposed of.
  func plan(_ cells: [OnceCell]) {
    let planned = cells.enumerated().map { (ObjectIdentifier($1), (place: $0, key: $1.registration.key)) }
    state.withLock { $0.planned = Dictionary(planned) { first, _ in first } }
  }

  /// Set while the disposers of the end run.
  var remains: Remains? {
    get { state.withLock { $0.remains } }
    set {
      // Released outside the lock.
      let old = state.withLock { state in
        defer { state.remains = newValue }
        return state.remains
      }
      withExtendedLifetime(old) {}
    }
  }

  func noteDisposed(_ cell: OnceCell) {
    state.withLock { $0.planned?[ObjectIdentifier(cell)] = nil }  // kept, as `plan` says
  }

  /// Notes a disposal that begins, until `forget`; `finishPending` waits for it.
  ///
  /// - Parameter isBelow: whether it is one of a container that asks this one.
  func note(_ disposal: Disposal, isBelow: Bool) {
    state.withLock { if isBelow { $0.pendingBelow.insert(disposal) } else { $0.pending.insert(disposal) } }
  }

  func forget(_ disposal: Disposal, isBelow: Bool) {
    state.withLock { if isBelow { $0.pendingBelow.remove(disposal) } else { $0.pending.remove(disposal) } }
  }

  /// The disposals that may use what `disposal` disposes of.
  func using(_ disposal: Disposal) -> [Disposal] { state.withLock { $0.pending.using(disposal) + $0.pendingBelow.using(disposal) } }

  /// Whether disposals run beside.
  var hasPending: Bool { state.withLock { !$0.pending.isEmpty } }

  /// Waits for the disposals that run beside.
  func finishPending() async {
    if Mutant.disposalsForgotten.isActive { return }
    while let next = state.withLock({ $0.pending.any }) { _ = await next.wait() }
  }

  func record(_ key: AnyKey, _ error: any Error) {
    if Mutant.disposerErrorLost.isActive { return }
    state.withLock {
      if $0.stock == nil, $0.failures.count >= Shutdown.failureLimit {
        $0.furtherFailures += 1
      } else {
        $0.failures.append(ShutdownReport.Failure(key: key, error: error))
      }
    }
  }

  func noteShutdownBelow(_ difference: Int) {
    state.withLock { $0.shutdownsBelow += difference }
  }

  /// What is shutting down below.
  var keysBelow: [AnyKey] { Array(repeating: AnyKey(Container.self), count: state.withLock { $0.shutdownsBelow }) }

  /// How things stand; what is not known yet is looked up.
  func report(stock: () -> Stock, undisposed: () -> [AnyKey]) -> ShutdownReport {
    let isOver = over.hasHappened
    let state = state.withLock { $0 }
    let stock = state.stock ?? stock()
    let planned = state.planned.map { $0.values.sorted { $0.place < $1.place }.map(\.key) } ?? undisposed()
    let pending = state.pending.all.sorted { $0.number < $1.number }.flatMap(\.keys)
    return ShutdownReport(
      failures: state.failures, furtherFailures: state.furtherFailures, unfinished: stock.unfinished, openScopes: stock.openScopes,
      undisposed: isOver ? [] : pending + planned, isUnderway: !isOver)
  }
}
