/// One caller that waits for a build: a parked thread or a suspended task.
package final class Waiter: @unchecked Sendable, ListEntry {  // unchecked: mutable fields are guarded as each says
  package enum Outcome: Keepable {
    case ready(AnyObject)
    case failed(any Error)
    /// The build was abandoned before this one could join it for good: ask the cell again.
    case retry
    /// The waiting task was cancelled.
    case cancelled
    /// The build that waits has failed with another one.
    case overtaken(any Error)

    var kept: Taken.Item? {
      switch self {
      case .ready(let instance): .object(instance)
      case .failed(let error), .overtaken(let error): .error(error)
      case .retry, .cancelled: nil
      }
    }
  }

  enum Suspension {
    case parked(Parker)
    /// A task that did not suspend yet.
    case approaching
    case suspended(Suspended)
    /// Woken, perhaps before it suspended.
    case done
  }

  /// A task that suspended. An object, as the layout of a continuation is known only at run time: what has room for one costs more.
  package final class Suspended: Sendable {
    // Checked: resuming twice traps, and the resuming itself is the runtime's code, whose order the thread sanitizer need not guess. (An unsafe
    // one's is compiled into the caller, and gave a false report.)
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) {
      self.continuation = continuation
    }

    func resume() { continuation.resume() }
  }

  /// Guard: `BuildLock.lock`. unkept: each of its fields is kept by itself.
  @exclusivity(unchecked)  // touched under the lock only, and never inside a call of its own; checked, it would cost a tenth of a wait
  private var kept: WaiterFields

  /// Its index in the list of waiters. Guard: `BuildLock.lock`.
  @exclusivity(unchecked)  // touched under the lock only
  package var index = 0
  /// Its index in the waits of `build`. Guard: `BuildLock.lock`.
  @exclusivity(unchecked)  // touched under the lock only
  var indexAmongWaits = 0

  /// Builds that wait because the thread parks, beside the one for which it does.
  final class Blocked: Keepable {
    let builds: [Attempt]

    init(_ builds: [Attempt]) {
      self.builds = builds
    }
  }

  /// A thread that will park. Guard: the caller holds `BuildLock.lock`.
  init(parking build: Attempt?, blocking blocked: [Attempt] = [], on attempt: Attempt) {
    kept = WaiterFields(build: build, attempt: attempt, suspension: .parked(Parker()))
    if !blocked.isEmpty {
      kept.blocked = Blocked(blocked)
      BuildLock.blockedWaiters += 1
    }
  }

  /// A task that will suspend.
  init(suspending build: Attempt?, on attempt: Attempt) {
    kept = WaiterFields(build: build, attempt: attempt, suspension: .approaching)
  }

  /// Whether it is a parked thread. Guard: the caller holds `BuildLock.lock`.
  var isThread: Bool {
    if case .parked = suspension { true } else { false }
  }

  // MARK: Waking

  /// How to wake a waiter once the lock is free.
  package enum Wake {
    case unpark(Parker)
    case resume(Suspended)

    package func callAsFunction() {
      HeldLocks.expectNone()
      switch self {
      case .unpark(let parker): parker.wake()
      case .resume(let suspended): suspended.resume()
      }
    }
  }

  /// Decides the outcome; the caller performs the result after unlocking. Guard: the caller holds `BuildLock.lock`.
  @inline(never)  // for size: called from many places
  func settle(_ outcome: Outcome) -> Wake? {
    guard self.outcome == nil else { return nil }
    self.outcome = outcome
    if Mutant.keepsLeftEdges.isActive, case .cancelled = outcome { return wake() }
    build?.endWait(self)
    if let lineage, let attempt { lineage.endHiddenWait(for: attempt) }
    lineage = nil
    build = nil
    if kept.blocked != nil {
      kept.blocked = nil
      BuildLock.blockedWaiters -= 1
    }
    attempt = nil
    return wake()
  }

  /// How to wake it, if it sleeps. Guard: the caller holds `BuildLock.lock`.
  private func wake() -> Wake? {
    switch suspension {
    case .parked(let parker): return .unpark(parker)
    case .suspended(let suspended):
      suspension = .done
      return .resume(suspended)
    case .approaching, .done:
      suspension = .done
      return nil
    }
  }

  // MARK: Waiting

  /// Parks the calling thread until the outcome is there.
  package func park() -> Outcome {
    guard case .parked(let parker) = BuildLock.lock.withLock({ suspension }) else {
      preconditionFailure("a task's waiter cannot be parked")
    }
    parker.park()
    return BuildLock.lock.withLock { outcome } ?? .retry
  }

  /// The outcome, if it is there already: a build that began on this thread may be over.
  package var settled: Outcome? { BuildLock.lock.withLock { outcome } }

  /// What a waiting task does when it is cancelled.
  package enum Cancellation: Sendable {
    /// It leaves at once. The build goes on only if another caller wants it.
    case leaves
    /// It waits on, and the build is cancelled if no other caller waits for it.
    case cancelsBuild
    /// It waits on.
    case waits
  }

  /// Suspends the calling task until the outcome is there.
  nonisolated(nonsending) package func suspend(cancelled: Cancellation = .leaves) async -> Outcome {
    switch cancelled {
    case .leaves: await withTaskCancellationHandler(operation: { await suspendUncancelled() }, onCancel: { cancel() })
    case .cancelsBuild: await withTaskCancellationHandler(operation: { await suspendUncancelled() }, onCancel: { cancelBuild() })
    case .waits: await suspendUncancelled()
    }
    return BuildLock.lock.withLock { outcome } ?? .retry
  }

  nonisolated(nonsending) private func suspendUncancelled() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let suspended = Suspended(continuation)
      let resumeNow = BuildLock.lock.withLock {
        if outcome != nil, !Mutant.suspendsBlindly.isActive { return true }
        suspension = .suspended(suspended)
        return false
      }
      if resumeNow { suspended.resume() }
    }
  }

  /// Cancels the task of the build that it waits for, if no other caller does.
  private func cancelBuild() {
    let task = BuildLock.lock.withLock { () -> Task<Void, Never>? in
      guard outcome == nil, let attempt, let cell = attempt.cell, cell.waiters.count == 1 else { return nil }
      return attempt.task
    }
    task?.cancel()
  }

  /// Ends the wait: the outcome is `.cancelled` unless another one came first.
  func cancel() {
    let (wake, abandoned): (Wake?, Task<Void, Never>?) = BuildLock.lock.withLock {
      guard outcome == nil, let attempt, let cell = attempt.cell else { return (nil, nil) }
      let task = attempt.task
      let abandoned = cell.leave(self, attempt)
      if Mutant.cancelsForOthers.isActive { return (settle(.cancelled), task) }
      if Mutant.cancelledStays.isActive { return (nil, abandoned) }
      return (settle(.cancelled), abandoned)
    }
    wake?()
    abandoned?.cancel()
  }
}

/// What `BuildLock.lock` guards of a waiter. Guard of everything: `BuildLock.lock`.
private struct WaiterFields {
  @Kept var build: Attempt?
  @Kept var attempt: Attempt?
  @Declared var suspension: Waiter.Suspension  // unkept: `wake` hands out what it takes, and no object of a user is in it
  @Kept var outcome: Waiter.Outcome? = nil
  @Kept var lineage: Attempt? = nil
  @Kept var blocked: Waiter.Blocked? = nil
}

// Guard of everything: the caller holds `BuildLock.lock`.
extension Waiter {
  /// The build that waits; nil for a caller outside every build. Dropped with the outcome.
  var build: Attempt? {
    get { kept.build }
    set { kept.build = newValue }
  }

  /// The attempt waited for. Dropped with the outcome.
  var attempt: Attempt? {
    get { kept.attempt }
    set { kept.attempt = newValue }
  }

  /// The builds that wait beside it. Dropped with the outcome.
  var blocked: Blocked? { kept.blocked }

  var suspension: Suspension {
    get { kept.suspension }
    set { kept.suspension = newValue }
  }

  /// Set exactly once, before the wake-up.
  private(set) var outcome: Outcome? {
    get { kept.outcome }
    set { kept.outcome = newValue }
  }

  /// The build from which the task descends that waits for none. Dropped with the outcome, as the task keeps it.
  var lineage: Attempt? {
    get { kept.lineage }
    set { kept.lineage = newValue }
  }
}
