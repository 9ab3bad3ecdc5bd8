extension Container {
  /// Ends the container's life in order: no new resolves, builds in flight settled, every instance disposed of in reverse order of creation.
  ///
  /// ```swift
  /// let report = try await container.shutdown(builds: .cancel, deadline: .seconds(10))
  /// for failure in report.failures { log(failure.key, failure.error) }
  /// ```
  ///
  /// It may be called any number of times, from anywhere, also concurrently: all callers wait for the one shutdown and get its report. Called
  /// by a disposer it returns at once; called by a factory that it would have to wait for it throws. Afterwards every resolve throws `.shutDown`.
  ///
  /// `builds` says whether builds in flight may finish or are cancelled, `deadline` how long to wait for them; nil waits as long as they take.
  @discardableResult
  public func shutdown(
    builds: ShutdownPolicy = .drain, deadline: Duration? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) async throws(ResolutionError) -> ShutdownReport {
    let report = try await core.shutDown(builds: builds, deadline: deadline, RegistrationSite(fileID, line))
    await overriding?.layers.end()
    return report
  }
}
