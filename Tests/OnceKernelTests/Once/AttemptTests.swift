import OnceKernel
import Testing

/// What is known of the task that runs an asynchronous build.
@Suite("Attempt")
struct AttemptTests {
  /// An asynchronous build in flight.
  private static func build() throws -> Attempt {
    let cell = OnceCell(.shared, subject: Tally())
    guard case .build(let attempt) = cell.ask(for: nil, depth: 0, mode: .suspending, buildsAsynchronously: true) else {
      throw Unexpected()
    }
    return attempt
  }

  private struct Unexpected: Error {}

  @Test("Who begins to wait before the task is known has its priority lent to it then, the highest of all")
  func priorityBeforeTask() throws {
    let attempt = try Self.build()
    #expect(attempt.task(lending: .utility) == nil)
    #expect(attempt.task(lending: .high) == nil)
    #expect(attempt.task(lending: .low) == nil)
    let task = Task<Void, Never> {}
    #expect(attempt.setTask(task) == .high)
    #expect(attempt.task(lending: .high) == task)
    attempt.fail(Unexpected())
  }

  @Test("Without a waiter there is no priority to lend, nor when the build is over")
  func noPriority() throws {
    let attempt = try Self.build()
    #expect(attempt.setTask(Task {}) == nil)
    attempt.fail(Unexpected())
    let other = try Self.build()
    #expect(other.task(lending: .high) == nil)
    other.fail(Unexpected())
    #expect(other.setTask(Task {}) == nil)
  }
}
