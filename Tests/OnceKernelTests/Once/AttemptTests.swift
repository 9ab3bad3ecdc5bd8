import OnceKernel
import Testing

/// What is known of the task that runs an asynchronous build.
@Suite("Attempt")
struct AttemptTests {
  /// A cell with an asynchronous build in flight.
  private static func build() throws -> (cell: OnceCell, attempt: Attempt) {
    let cell = OnceCell(.shared, subject: Tally())
    guard case .build(let attempt) = cell.enter(for: nil, depth: 0, mode: .suspending, buildsAsynchronously: true) else {
      throw Unexpected()
    }
    return (cell, attempt)
  }

  private struct Unexpected: Error {}

  @Test("Who begins to wait before the task is known has its priority lent to it then, the highest of all")
  func priorityBeforeTask() throws {
    let (cell, attempt) = try Self.build()
    #expect(attempt.task(lending: .utility) == nil)
    #expect(attempt.task(lending: .high) == nil)
    #expect(attempt.task(lending: .low) == nil)
    let task = Task<Void, Never> {}
    #expect(attempt.setTask(task) == .high)
    #expect(attempt.task(lending: .high) == task)
    cell.fail(attempt, Unexpected())
  }

  @Test("Without anybody who waited there is no priority to lend, nor when the build is over")
  func noPriority() throws {
    let (cell, attempt) = try Self.build()
    #expect(attempt.setTask(Task {}) == nil)
    cell.fail(attempt, Unexpected())
    let other = try Self.build()
    #expect(other.attempt.task(lending: .high) == nil)
    other.cell.fail(other.attempt, Unexpected())
    #expect(other.attempt.setTask(Task {}) == nil)
  }
}
