extension Container {
  /// Opens a scope for `operation`; at its end the scope's instances are disposed of in reverse order of creation.
  ///
  /// Inside, the scope is the current resolver. `operation`, a `(Scope) async throws -> Result`, stays on the caller's actor, and an empty scope
  /// costs less than a microsecond there. A disposer that throws is reported by the container's `shutdown()`.
  nonisolated(nonsending) public func withScope<Result>(
    _ operation: nonisolated(nonsending) (Scope) async throws -> Result
  ) async rethrows -> Result {
    try await core.withScope(operation)
  }

  /// Opens a scope for a synchronous operation; disposers, which may suspend, run in a task of their own at its end.
  public func withScope<Result>(_ operation: (Scope) throws -> Result) rethrows -> Result {
    try core.withScope(operation)
  }
}

extension Scope {
  /// Opens a scope inside this one, with instances of its own, around an `operation` that stays on the caller's actor.
  nonisolated(nonsending) public func withScope<Result>(
    _ operation: nonisolated(nonsending) (Scope) async throws -> Result
  ) async rethrows -> Result {
    try await core.withScope(operation)
  }

  /// Opens a scope inside this one around a synchronous operation; disposers, which may suspend, run in a task of their own.
  public func withScope<Result>(_ operation: (Scope) throws -> Result) rethrows -> Result {
    try core.withScope(operation)
  }
}

extension Core {
  nonisolated(nonsending) fileprivate func withScope<Result>(
    _ operation: nonisolated(nonsending) (Scope) async throws -> Result
  ) async rethrows -> Result {
    let scope = Scope(innermost)
    do {
      let result = try await Current.with(scope, inside: scope) { try await operation(scope) }
      await scope.end()
      return result
    } catch {
      await scope.end()
      throw error
    }
  }

  fileprivate func withScope<Result>(_ operation: (Scope) throws -> Result) rethrows -> Result {
    let scope = Scope(innermost)
    defer { scope.endSynchronously() }
    return try Current.with(scope, inside: scope) { try operation(scope) }
  }
}
