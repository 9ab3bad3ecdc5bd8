import OnceKernel

extension Scope {
  /// Runs the last part of the scope's work as `withCurrent` does, and then ends the scope.
  ///
  /// ```swift
  /// try await scope.endAfter { for try await row in rows { try await writer.write(row) } }
  /// ```
  ///
  /// It returns after the disposers have run. They learn whether `operation` returned or threw. `operation` stays on the caller's actor, as that of
  /// `withScope` does.
  ///
  /// - `operation`: the last part of the scope's work.
  ///
  /// - Throws: what `operation` throws.
  @inlinable
  public func endAfter<Result: ~Copyable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await run(isNew: false) { (_: Scope) async throws(Failure) in
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await operation()
    }
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
  /// `operation` stays on the caller's actor, as that of `withScope` does.
  ///
  /// - `operation`: the first part of the scope's work.
  ///
  /// - Throws: what `operation` throws.
  public func endOnError<Result: ~Copyable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do throws(Failure) {
      return try await withCurrent(operation)
    } catch {
      await end(.failed(error))
      throw error
    }
  }

  // These are compiled into the caller, where the types are known; what they call is no generic code.

  /// Runs `operation` in the scope, which ends with it.
  ///
  /// - Parameter isNew: whether it was opened for `operation`, here.
  @inlinable
  func run<Value: ~Copyable, Failure: Error>(
    isNew: Bool = true, isolation: isolated (any Actor)? = #isolation, _ operation: (Scope) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var result: Result<Value, Failure>?
    await runToEnd(isNew: isNew) { () async -> (any Error)? in
      _ = isolation  // captured, so that the closure does not leave the caller's actor
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

  /// Runs a synchronous `operation` in the scope, which ends with it.
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
  func runToEnd(isNew: Bool, isolation: isolated (any Actor)? = #isolation, _ body: () async -> (any Error)?) async {
    let error = await Current.inside(self, isNew: isNew, body)
    await end(Self.ending(after: error))
  }

  @usableFromInline
  func runToEnd(_ body: () -> (any Error)?) {
    let error = Current.inside(self, body)
    end(Self.ending(after: error))
  }

  private static func ending(after error: (any Error)?) -> Ending {
    guard let error, !Mutant.failureIsCompletion.isActive else { return .completed }
    return .failed(error)
  }
}
