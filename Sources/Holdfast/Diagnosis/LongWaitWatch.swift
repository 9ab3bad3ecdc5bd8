import Dispatch
import OnceKernel

/// Looks for builds that callers have waited for too long, and tells of them.
///
/// One timer serves all builds of the process. It runs only while something is built.
package enum LongWaitWatch {
  private struct Settings {
    var threshold: Duration? = .seconds(10)
    var handler: @Sendable (LongWait) -> Void = { Machine.complain("\($0)") }
  }

  private static let settings = Guarded(Settings())

  /// Sets the limit of a wait, and the handler unless it is nil. Without a limit nothing is reported.
  package static func report(after threshold: Duration?, to handler: (@Sendable (LongWait) -> Void)? = nil) {
    let old = settings.withLock {
      let old = $0.handler
      $0.threshold = threshold.map { min(max($0, .zero), longest) }
      if let handler { $0.handler = handler }
      if let threshold = $0.threshold {
        // What is waited for may be late as of now.
        if alarm.loadAcquiring() != Alarm.unset { setTimer(to: min(threshold, shortest)) }
      } else {
        if alarm.loadAcquiring() == Alarm.set { timer.schedule(deadline: .distantFuture) }
        alarm.storeReleasing(Alarm.off)
      }
      return old
    }
    withExtendedLifetime(old) {}  // released outside the lock: it may run a deinit
  }

  /// The builds in progress in this process, oldest first.
  package static var buildsInFlight: [LongWait.Build] { BuildInFlight.all.compactMap(LongWait.Build.init) }

  static var threshold: Duration? { settings.withLock { $0.threshold } }

  static func send(_ report: LongWait) {
    HeldLocks.expectNone()
    if Mutant.lateUntold.isActive { return }
    settings.withLock { $0.handler }(report)
  }

  // MARK: The timer

  /// What `alarm` may say.
  private enum Alarm {
    static let unset: UInt = 0
    static let set: UInt = 1
    /// No reports are wanted.
    static let off: UInt = 2
  }

  /// Whether the timer is set. Written under the settings' lock, but for the timer's own step back to `unset`; read by every wait.
  private static let alarm = AtomicWord(Alarm.unset)
  private static let longest = Duration.seconds(1 << 30)
  /// How soon the timer follows itself at most, so that builds that are late one after the other are looked for together.
  private static let shortest = Duration.milliseconds(5)

  // unsafe: Dispatch's sources may be used by any thread.
  nonisolated(unsafe) private static let timer: any DispatchSourceTimer = {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { look() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    return timer
  }()

  /// Sets the timer, if it is not set. Called when a wait has begun and the kernel has noted it, and when a build begins the watch.
  static func startTimer() {
    // Acquire: a caller that noted its wait after the timer's last look sees what that wrote before it.
    if alarm.loadAcquiring() != Alarm.unset { return }
    settings.withLock {
      if let threshold = $0.threshold, alarm.loadAcquiring() == Alarm.unset { setTimer(to: threshold) }
    }
  }

  /// Guard: the caller holds the settings' lock.
  private static func setTimer(to delay: Duration) {
    alarm.storeReleasing(Alarm.set)
    let (seconds, attoseconds) = delay.components
    timer.schedule(deadline: .now() + .seconds(Int(seconds)) + .milliseconds(Int(attoseconds / 1_000_000_000_000_000) + 1))
  }

  /// Tells of what is late, and sets the timer again if anything may come to be.
  static func look() {
    // Before the look: a wait that is noted after it sets the timer itself.
    settings.withLock { if $0.threshold != nil { alarm.storeReleasing(Alarm.unset) } }
    guard let threshold else { return }
    let (late, next) = LateBuilds.take(after: threshold)
    if let next {
      settings.withLock {
        if $0.threshold == nil { return }
        setTimer(to: max(next, min(threshold / 10, .seconds(1)), shortest))
      }
    }
    if late.isEmpty { return }
    let builds = buildsInFlight
    for build in late {
      guard let registration = build.subject as? Registration else { continue }
      if let owner = build.owner {
        let core = unsafeDowncast(owner, to: Core.self)  // only cores are owners
        core.observers.tell(.slow(build.elapsed), registration, for: (build.requester as? Registration)?.key)
      }
      send(LongWait(key: registration.key, builds: builds))
    }
  }
}

extension Core {
  /// Reports at once a wait that closes a circle, if a factory on it waits for a task that it started: that cannot be seen. Called when the wait is
  /// noted.
  ///
  /// - Parameter build: the build that waits; nil for a task that works for none, as far as the container sees.
  func reportCircle(of waiter: Waiter, on attempt: Attempt, for build: Attempt?) {
    let lineage = TaskRun.lineage(besides: build)
    if let lineage { waiter.noteLineage(lineage) }
    guard let asker = build ?? lineage, let circle = attempt.hiddenCircle(with: asker), LongWaitWatch.threshold != nil else { return }
    LongWaitWatch.send(
      LongWait(key: attempt.registration.key, path: circle.map { $0.registration.key }, builds: LongWaitWatch.buildsInFlight))
  }
}
