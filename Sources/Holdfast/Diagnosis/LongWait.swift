import Dispatch
import Foundation
import OnceKernel

/// Tells of builds that somebody has waited for suspiciously long, with all builds in flight: what waits in a way that no container can see,
/// for a thread or a detached task that its own factory started, shows up here.
///
/// ```swift
/// LongWaits.report(after: .seconds(5)) { report in logger.warning("\(report)") }
/// ```
///
/// It only reports; nothing is interrupted. By default a wait of 10 seconds is printed to standard error. Each build is reported once.
public enum LongWaits {
  private struct Settings {
    var threshold: Duration? = .seconds(10)
    var handler: @Sendable (LongWaitReport) -> Void = { report in
      FileHandle.standardError.write(Data("\(report)\n".utf8))
    }
  }

  private static let settings = Guarded(Settings())

  /// Sets, for the whole process, how long a wait may take and who is told; nil turns the reports off.
  public static func report(after threshold: Duration?, to handler: (@Sendable (LongWaitReport) -> Void)? = nil) {
    let old = settings.withLock {
      let old = $0.handler
      $0.threshold = threshold
      if let handler { $0.handler = handler }
      return old
    }
    withExtendedLifetime(old) {}  // released outside the lock: it may run a deinit
  }

  /// What is being built in this process right now, oldest first.
  public static var buildsInFlight: [LongWaitReport.Build] { BuildInFlight.all.compactMap(LongWaitReport.Build.init) }

  static var threshold: Duration? { settings.withLock { $0.threshold } }

  static func send(_ report: LongWaitReport) {
    settings.withLock { $0.handler }(report)
  }
}

extension Core {
  /// Arranges for a report if somebody still waits for `attempt` when the threshold has passed.
  func watch(_ attempt: Attempt) {
    guard let threshold = LongWaits.threshold else { return }
    let key = attempt.registration.key
    guard attempt.shouldWatch() else { return }
    let delay = Int(clamping: threshold.components.seconds * 1000 + threshold.components.attoseconds / 1_000_000_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak attempt] in
      guard let attempt, !attempt.isOver else { return }
      LongWaits.send(LongWaitReport(key: key))
    }
  }

  /// Reports at once a wait that closes a circle, if a factory on it waits for a task that it started: that cannot be seen. Called when the wait is
  /// noted.
  ///
  /// - Parameter build: the build that waits; nil for a task that works for none, as far as the container sees.
  func reportCircle(of waiter: Waiter, on attempt: Attempt, for build: Attempt?) {
    let lineage = build == nil ? BuildTask.running : nil
    if let lineage { waiter.noteLineage(lineage) }
    guard let asker = build ?? lineage, let circle = attempt.hiddenCircle(with: asker), LongWaits.threshold != nil else { return }
    LongWaits.send(LongWaitReport(key: attempt.registration.key, path: circle.map { $0.registration.key }))
  }
}
