extension Container {
  /// The resolver that property wrappers ask here: of the factory that runs, of the task, or the process's default.
  ///
  /// - Throws: `.noCurrentContainer`, with the place of this call, when there is none.
  public static func currentResolver(
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> any Resolver & Sendable {
    try Current.resolver(or: nil, for: nil, at: RegistrationSite(fileID, line))
  }

  /// Makes this the container of the whole process, for who is not bound to another one. Only the first call counts; answers whether this was it.
  @discardableResult
  public func makeDefault() -> Bool { Current.makeDefault(self) }

  /// Makes this the current container of the calling task, and of its child tasks, while `operation` runs.
  public func withCurrent<Result: ~Copyable, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    try Current.with(self, operation)
  }

  /// Makes this container the current one while an asynchronous `operation` runs, on the caller's actor, in its task and child tasks.
  nonisolated(nonsending) public func withCurrent<Result: ~Copyable, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await Current.with(self, operation)
  }
}
