import Foundation
import Holdfast
import OnceKernel
import Testing

/// What a thread or task that was started will have come to.
final class Pending<Value: Sendable>: Sendable {
  private let outcome = Guarded<Result<Value, any Error>?>(nil)
  private let gate = Gate("the result of a caller")
  private let task = Guarded<Task<Void, Never>?>(nil)

  /// Starts `body` on a thread of its own.
  static func onThread(stack: Int? = nil, _ body: @escaping @Sendable () throws -> Value) -> Pending {
    let pending = Pending()
    let thread = Thread { pending.settle(Result(catching: body)) }
    if let stack { thread.stackSize = stack }
    thread.start()
    return pending
  }

  /// Starts `body` in a task of its own, on the cooperative pool or, with an executor, there.
  static func inTask(on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async throws -> Value) -> Pending {
    let pending = Pending()
    let task = Task.detached(executorPreference: executor) { await pending.run(body) }
    pending.task.withLock { $0 = task }
    return pending
  }

  /// Runs `body` in the calling task and keeps what comes out.
  func run(_ body: @escaping @Sendable () async throws -> Value) async {
    do {
      settle(.success(try await body()))
    } catch {
      settle(.failure(error))
    }
  }

  private func settle(_ result: Result<Value, any Error>) {
    outcome.withLock { $0 = result }
    gate.open()
  }

  var isSettled: Bool { gate.isOpen }

  /// Cancels the task, if it is one.
  func cancel() { task.withLock { $0 }?.cancel() }

  /// What came out, without waiting.
  func result(within seconds: Double = Timeout.seconds) async throws -> Result<Value, any Error> {
    try await gate.pass(within: seconds)
    guard let result = outcome.withLock({ $0 }) else { throw TimedOut(what: "a settled caller has a result") }
    return result
  }

  func value(within seconds: Double = Timeout.seconds) async throws -> Value { try await result(within: seconds).get() }

  /// Blocks the calling thread until the outcome is there.
  func block() throws {
    try gate.block()
    _ = try outcome.withLock { $0 }?.get()
  }

  /// The error that the caller got, which must be the container's.
  func error(_ location: SourceLocation = #_sourceLocation) async throws -> ResolutionError {
    switch try await result() {
    case .success(let value):
      Issue.record("expected an error, got \(value)", sourceLocation: location)
      throw TimedOut(what: "an error")
    case .failure(let error):
      return try #require(error as? ResolutionError, "\(error)", sourceLocation: location)
    }
  }
}

/// Runs blocking work on a thread of its own, so that no thread of the cooperative pool is held up.
func onThread<Value: Sendable>(
  stack: Int? = nil, within seconds: Double = Timeout.seconds, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await Pending.onThread(stack: stack, body).value(within: seconds)
}
