extension Container {
  /// Shuts the container down: refuses new requests, lets builds and scopes finish, and disposes of all instances in reverse order of creation.
  ///
  /// ```swift
  /// let report = try await container.shutdown(builds: .cancel, deadline: .seconds(10))
  /// for failure in report.failures { log(failure.key, failure.error) }
  /// ```
  ///
  /// From its beginning on, new requests throw `.shutDown`. Running builds and open scopes, also those of child containers, can still resolve until
  /// they have ended. Then the disposers run. You may call it several times, even concurrently: the container shuts down once, and all callers wait
  /// for the end and get a report. Inside an open scope, a disposer, or a task that a factory started, it begins the shutdown and returns at once,
  /// and `isUnderway` of the report is true.
  ///
  /// If the deadline passes, or the task that began the shutdown is cancelled, it returns a report of what is left. The shutdown then continues in
  /// the background.
  ///
  /// `builds` says whether asynchronous builds may finish or are cancelled. `deadline` says how long the whole shutdown may take. Its last tenth is
  /// reserved for disposers. Nil means no limit.
  ///
  /// - Throws: `.shutdownInFactory` in a factory.
  @discardableResult
  public func shutdown(
    builds: ShutdownPolicy = .drain, deadline: Duration? = .seconds(30), fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(ResolutionError) -> ShutdownReport {
    try await core.shutDown(builds: builds, deadline: deadline, RegistrationSite(fileID, line))
  }
}
