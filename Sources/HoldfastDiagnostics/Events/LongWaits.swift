public import Holdfast

/// Reports waits that may be a deadlock for which no call throws: a factory waits for a thread or a task, and that thread or task needs the value
/// of the factory. The container cannot know that the factory waits.
///
/// ```swift
/// LongWaits.report(after: .seconds(5)) { report in logger.warning("\(report)") }
/// ```
///
/// If an asynchronous factory started the task with `async let`, a task group or `Task { }`, a report names the cycle at once. It does so even if
/// the factory does not wait for the task. In all other cases, such as a thread or a detached task, a report names the build that callers have
/// waited for longer than the limit. The caller that runs a synchronous factory itself waits too. Each build is reported once, and each report lists
/// all builds in progress. Observers of the container get the event `.slow`. A synchronous factory of a transient is not reported: it is its caller's
/// code.
///
/// The end of a scope that has waited 30 seconds for the disposer of a value which the scope had discarded is reported too, with that value's key.
///
/// A report interrupts nothing. By default the limit is 10 seconds, and reports go to standard error.
///
/// One timer serves all builds of the process. It runs only while something is built.
public enum LongWaits {
  /// Sets the limit of a wait and the handler of reports, for the whole process.
  ///
  /// ```swift
  /// LongWaits.report(after: .seconds(5)) { report in logger.warning("\(report)") }
  /// ```
  ///
  /// The new limit applies to current waits too. A negative limit means zero, and a limit of more than 34 years means 34 years.
  ///
  /// - Parameters:
  ///   - threshold: how long a caller may wait before it is reported; nil turns reports off.
  ///   - handler: called with each report, on any thread. Without one, reports go to standard error.
  public static func report(after threshold: Duration?, to handler: (@Sendable (LongWaitReport) -> Void)? = nil) {
    guard let handler else { return LongWaitWatch.report(after: threshold) }
    LongWaitWatch.report(after: threshold) { handler(LongWaitReport(wait: $0)) }
  }

  /// The builds in progress in this process, oldest first.
  public static var buildsInFlight: [LongWaitReport.Build] { LongWaitWatch.buildsInFlight.map(LongWaitReport.Build.init) }
}

/// A report of a wait that took longer than the limit or that completes a cycle, with all builds in progress.
public struct LongWaitReport: Sendable, CustomStringConvertible {
  /// A build in progress.
  public struct Build: Sendable, CustomStringConvertible {
    fileprivate let build: LongWait.Build

    /// The key of the value that is being built.
    public var key: AnyKey { build.key }
    /// The place of its registration.
    public var site: SourceSite { build.site }
    /// How long its factory has been running.
    public var elapsed: Duration { build.elapsed }
    /// How many threads and tasks wait for it.
    public var waiters: Int { build.waiters }
    /// Whether its factory is asynchronous.
    public var isAsynchronous: Bool { build.isAsynchronous }
    /// The keys of the builds that it waits for itself, as far as the container knows.
    public var waitsFor: [AnyKey] { build.waitsFor }

    public var description: String { build.description }
  }

  let wait: LongWait

  /// The key of the value that callers wait for, or for whose disposer the end of a scope waited.
  public var key: AnyKey { wait.key }
  /// The cycle that this wait completes, if each factory on it waits for the tasks that it started. Each key needs the next, and the last key is
  /// the first one again. Empty if the wait has only taken too long.
  public var path: [AnyKey] { wait.path }
  /// All builds in progress in the process, oldest first.
  public var builds: [Build] { wait.builds.map(Build.init) }

  public var description: String { wait.description }
}
