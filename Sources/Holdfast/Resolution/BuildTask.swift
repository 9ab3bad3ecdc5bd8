import OnceKernel

/// Marks the task that an asynchronous factory runs in: how a factory that captured the container is recognized.
enum BuildTask {
  private struct Mark: Sendable {
    /// Nil in a transient's factory that runs outside every build.
    let attempt: Attempt?
    let core: Core
    let task: Int
    let depth: Int
  }

  @TaskLocal private static var mark: Mark?

  /// The build whose own task this is; a task that the factory started inherits the mark but is not the build's own.
  static var current: Attempt? {
    guard let mark, let attempt = mark.attempt, !attempt.isOver, mark.task == identity else { return nil }
    return attempt
  }

  /// The build that this task descends from, its own task or not.
  static var lineage: Attempt? {
    guard let attempt = mark?.attempt, !attempt.isOver else { return nil }
    return attempt
  }

  /// Whose factory this task runs, or descends from.
  static var core: Core? {
    guard let mark, mark.attempt?.isOver != true else { return nil }
    return mark.core
  }

  /// How many asynchronous factories run inside each other in this task.
  static var depth: Int {
    guard let mark, mark.task == identity else { return 0 }
    return mark.depth
  }

  static func run<Result>(
    _ attempt: Attempt?, core: Core, depth: Int, _ body: () async throws -> Result
  ) async throws -> Result {
    try await $mark.withValue(Mark(attempt: attempt, core: core, task: identity, depth: depth)) { try await body() }
  }

  private static var identity: Int {
    withUnsafeCurrentTask { $0?.hashValue ?? 0 }
  }
}
