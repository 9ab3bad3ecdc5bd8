extension Container {
  /// Ends the container's life in order: no new resolves, builds in flight settled, every instance disposed of in reverse order of creation.
  ///
  /// ```swift
  /// let report = try await container.shutdown(builds: .cancel, deadline: .seconds(10))
  /// for failure in report.failures { log(failure.key, failure.error) }
  /// ```
  ///
  /// From its beginning on, new requests throw `.shutDown`. Builds in flight and open scopes are served until they have ended, and so is
  /// what child containers have under way; then the disposers run. It may be called any number of times, concurrently too: there is one
  /// shutdown, and all callers wait for it and get its report. Called from inside an open scope, a disposer, or a task that a factory started, it
  /// begins and returns at once, which the report says; called by a factory itself it throws `.shutdownInFactory`.
  ///
  /// `builds` says whether builds in flight may finish or are cancelled, `deadline` how long all of it may take, disposers included, for which the
  /// last tenth is kept; nil is as long as it takes. Cancelling the task that began the shutdown ends the wait too. What was not disposed of by
  /// then is in the report, and goes on.
  @discardableResult
  public func shutdown(
    builds: ShutdownPolicy = .drain, deadline: Duration? = .seconds(30), fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(ResolutionError) -> ShutdownReport {
    try await core.shutDown(builds: builds, deadline: deadline, RegistrationSite(fileID, line))
  }
}
