extension Container {
  /// Shuts the container down: refuses new requests, lets builds and scopes finish, and disposes of all instances in reverse order of creation.
  ///
  /// ```swift
  /// let report = try await container.shutdown(builds: .cancel, deadline: .seconds(10))
  /// for failure in report.failures { log(failure.key, failure.error) }
  /// ```
  ///
  /// From its beginning on, new requests throw `.shutDown`. Running builds, open scopes, and the disposers of scopes and of removed or reset values,
  /// also those of child containers, can still resolve until they have ended. Then the disposers of what is left run. They can resolve what was
  /// built and is not disposed of yet. You may call it several times, even concurrently: the container shuts down once, and all callers wait for the
  /// end and get a report. Inside an open scope, a disposer, or a task that a factory started, it begins the shutdown and returns at once, and
  /// `isUnderway` of the report is true.
  ///
  /// If the deadline passes, or the calling task is cancelled, it returns a report of what is left. The shutdown then continues in the background. If
  /// the task that began the shutdown is cancelled, the container also stops waiting for builds and scopes.
  ///
  /// `builds` says whether asynchronous builds may finish or are cancelled; the first call decides. `deadline` says how long the whole shutdown may
  /// take. Its last tenth is reserved for disposers. Nil means no limit.
  ///
  /// - Throws: `.shutdownInFactory` in a factory.
  @discardableResult
  public func shutdown(
    builds: ShutdownPolicy = .drain, deadline: Duration? = .seconds(30), fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(ResolutionError) -> ShutdownReport {
    try await core.shutDown(builds: builds, deadline: deadline, SourceSite(fileID, line))
  }
}

/// What happens to running builds when their container shuts down.
public enum ShutdownPolicy: Sendable {
  /// Builds may finish. Their values are disposed of with the others.
  case drain
  /// Asynchronous builds are cancelled, and callers that wait for them get `.shutDown`. The shutdown still waits until their code has returned.
  /// Transients run in the tasks of their callers, and are not cancelled.
  case cancel
}

/// The result of a shutdown: the errors of disposers, and the work that was not done when it returned.
public struct ShutdownReport: Sendable {
  /// A disposer that threw.
  public struct Failure: Sendable {
    /// The key whose disposer threw.
    public let key: AnyKey
    /// The error that it threw.
    public let error: any Error
  }

  /// The disposers that threw, in the order in which they ran. It holds the first hundred from before the shutdown, and all from the shutdown.
  public let failures: [Failure]
  /// How many more disposers threw before the shutdown, beyond the first hundred.
  public let furtherFailures: Int
  /// The keys that were still being built at the deadline. When such a build ends, its value is disposed of. A child container that was still
  /// shutting down is listed as `Container`, as are overrides that were ending, and a `replace` that disposed of what it had built and failed.
  public let unfinished: [AnyKey]
  /// How many scopes were still open at the deadline.
  public let openScopes: Int
  /// The keys whose values were not disposed of yet, in the order in which their disposers will run.
  public let undisposed: [AnyKey]
  /// Whether the shutdown continues after it returned: the deadline passed, or code called it that it has to wait for.
  public let isUnderway: Bool

  /// Whether every build and scope has ended, every disposer succeeded, and the shutdown is over.
  public var isClean: Bool {
    failures.isEmpty && furtherFailures == 0 && unfinished.isEmpty && openScopes == 0 && undisposed.isEmpty && !isUnderway
  }
}
