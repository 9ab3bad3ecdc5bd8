extension Scope {
  /// Makes this the current scope of the calling task and its child tasks while an asynchronous `operation` runs.
  ///
  /// ```swift
  /// Task.detached {
  ///   try await scope.withCurrent { try await report() }   // `@Injected` and `currentResolver()` ask the request's scope
  /// }
  /// ```
  ///
  /// `operation` stays on the caller's actor. The scope is not ended.
  ///
  /// - Throws: what `operation` throws.
  nonisolated(nonsending) public func withCurrent<Result: ~Copyable, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await Current.with(self, inside: self, operation)
  }

  /// Makes this the current scope while a synchronous `operation` runs.
  ///
  /// ```swift
  /// let page = scope.withCurrent { Page() }   // its `@Injected` properties ask the scope
  /// ```
  ///
  /// - Throws: what `operation` throws.
  public func withCurrent<Result: ~Copyable, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    try Current.with(self, inside: self, operation)
  }

  /// Runs the last part of the scope's work as `withCurrent` does, and then ends the scope.
  ///
  /// ```swift
  /// try await scope.endAfter { for try await row in rows { try await writer.write(row) } }
  /// ```
  ///
  /// It returns after the disposers have run. They learn whether `operation` returned or threw. `operation` stays on the caller's actor.
  ///
  /// - Throws: what `operation` throws.
  @inlinable
  nonisolated(nonsending) public func endAfter<Result: ~Copyable, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await run(isNew: false) { (_: Scope) async throws(Failure) in try await operation() }
  }

  /// Runs the first part of the scope's work as `withCurrent` does, and ends the scope if the work throws.
  ///
  /// ```swift
  /// let scope = try container.openScope(seeds: [.value(request)])
  /// let export = try await scope.endOnError { try await scope.resolve(Export.self) }
  /// return Response(body: .init { writer in try await scope.endAfter { try await export.write(to: writer) } })
  /// ```
  ///
  /// If it returns, the scope is still open; call `endAfter` or `end()` later. If it throws, the disposers have run and have received the error.
  /// `operation` stays on the caller's actor.
  ///
  /// - Throws: what `operation` throws.
  nonisolated(nonsending) public func endOnError<Result: ~Copyable, Failure: Error>(
    _ operation: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do throws(Failure) {
      return try await withCurrent(operation)
    } catch {
      await end(.failed(error))
      throw error
    }
  }

  /// Opens a scope inside this one for `operation`, which stays on the caller's actor.
  ///
  /// ```swift
  /// try await session.withScope(.request) { request in try await request.resolve(Handler.self).respond() }
  /// ```
  ///
  /// The new scope has instances of its own. It also sees the seeds of this scope, and the values that are scoped to this scope's kind.
  ///
  /// - Throws: `.notSeeded`, as `Container.withScope`; otherwise any error that `operation` throws.
  @inlinable
  nonisolated(nonsending) public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: nonisolated(nonsending) (Scope) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await core.scope(kind, inside: self, RegistrationSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope inside this one for a synchronous operation. Disposers may suspend, so they run in a task of their own.
  ///
  /// ```swift
  /// try session.withScope(.request) { request in try request.resolve(Handler.self).respond() }
  /// ```
  ///
  /// - Throws: `.notSeeded`, as `Container.withScope`; otherwise any error that `operation` throws.
  @inlinable
  public func withScope<Result: ~Copyable, Failure: Error>(
    _ kind: ScopeKind? = nil, fileID: StaticString = #fileID, line: UInt32 = #line, _ operation: (Scope) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.scope(kind, inside: self, RegistrationSite(fileID, line), Failure.self).run(operation)
  }

  /// Opens a scope with seeds inside this one for `operation`.
  ///
  /// ```swift
  /// try await session.withScope(.request, seeds: [.value(request)]) { scope in try await scope.resolve(Handler.self).respond() }
  /// ```
  ///
  /// The new scope also sees the seeds of this scope. A seed that you pass again replaces the one of this scope.
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed` before `operation` runs; otherwise any error that `operation` throws.
  @inlinable
  nonisolated(nonsending) public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: nonisolated(nonsending) (Scope) async throws -> Result
  ) async throws -> Result {
    try await core.scope(kind, inside: self, seeds, RegistrationSite(fileID, line)).run(operation)
  }

  /// Opens a scope with seeds inside this one for a synchronous operation.
  ///
  /// ```swift
  /// try session.withScope(.request, seeds: [.value(request)]) { scope in try scope.resolve(Handler.self).respond() }
  /// ```
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed` before `operation` runs; otherwise any error that `operation` throws.
  @inlinable
  public func withScope<Result: ~Copyable>(
    _ kind: ScopeKind? = nil, seeds: [Seed], fileID: StaticString = #fileID, line: UInt32 = #line,
    _ operation: (Scope) throws -> Result
  ) throws -> Result {
    try core.scope(kind, inside: self, seeds, RegistrationSite(fileID, line)).run(operation)
  }

  /// Opens a scope inside this one that stays open until you end it.
  ///
  /// ```swift
  /// let request = try session.openScope(.request, seeds: [.value(head)])
  /// ```
  ///
  /// If this scope ends first, the new one stays open, but it can no longer resolve values that live in this scope. See `Container.openScope`.
  ///
  /// - Throws: `.notSeeded` or `.invalidSeed`; `.shutDown` if the container's shutdown has begun and this scope has ended too.
  public func openScope(
    _ kind: ScopeKind? = nil, seeds: [Seed] = [], fileID: StaticString = #fileID, line: UInt32 = #line
  ) throws(ResolutionError) -> Scope {
    try core.openScope(kind, inside: self, seeds, RegistrationSite(fileID, line))
  }

  // These are compiled into the caller, where the types are known; what they call is no generic code.

  /// Runs `operation` in the scope, which ends with it.
  ///
  /// - Parameter isNew: whether it was opened for `operation`, here.
  @inlinable
  nonisolated(nonsending) func run<Value: ~Copyable, Failure: Error>(
    isNew: Bool = true, _ operation: nonisolated(nonsending) (Scope) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    await runToEnd(isNew: isNew) { () async -> (any Error)? in
      do throws(Failure) {
        result = .success(try await operation(self))
        return nil
      } catch {
        result = .failure(error)
        return error
      }
    }
    return try result.take()!.get()  // set just above
  }

  /// The same for a synchronous operation.
  @inlinable
  func run<Value: ~Copyable, Failure: Error>(_ operation: (Scope) throws(Failure) -> Value) throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    runToEnd { () -> (any Error)? in
      do throws(Failure) {
        result = .success(try operation(self))
        return nil
      } catch {
        result = .failure(error)
        return error
      }
    }
    return try result.take()!.get()  // set just above
  }

  /// - Parameter body: answers the error that the operation threw.
  @usableFromInline
  nonisolated(nonsending) func runToEnd(isNew: Bool, _ body: nonisolated(nonsending) () async -> (any Error)?) async {
    let error = await Current.inside(self, isNew: isNew, body)
    await end(error.map { .failed($0) } ?? .completed)
  }

  @usableFromInline
  func runToEnd(_ body: () -> (any Error)?) {
    let error = Current.inside(self, body)
    end(error.map { .failed($0) } ?? .completed)
  }
}
