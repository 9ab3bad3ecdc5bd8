import OnceKernel

/// Marks the task that an asynchronous factory runs in: how code in it that captured the container is recognized.
enum BuildTask {
  // One reference, as it is looked at by everything that is no hit.
  private final class Mark: Sendable {
    /// Nil in a transient's factory that runs outside every build.
    let attempt: Attempt?
    /// The container's own build that counts as running: the same, or what is around a lazy reference that is read.
    let running: Attempt?
    /// What the code resolves with. Its run is nil for a lazy reference that is read outside every run.
    let requester: Requester
    let task: Int
    /// Why the run fails although its code returned: the first property wrapper in it that could not be filled.
    let failure = Late<Failure>()

    init(_ attempt: Attempt?, running: Attempt?, _ requester: Requester, _ task: Int) {
      self.attempt = attempt
      self.running = running
      self.requester = requester
      self.task = task
      _ = BuildTask.made.next()
    }

    deinit { _ = BuildTask.gone.next() }
  }

  private final class Failure: Sendable {
    let error: ResolutionError

    init(_ error: ResolutionError) {
      self.error = error
    }
  }

  @TaskLocal private static var bound: Mark?

  /// How many marks were made, and how many of them are gone: while none is left, no task is asked for its own, which costs as much as a hit.
  ///
  /// In a task that has a mark, this was counted as made before, and is not gone. So `gone`, which is read first, is less than `made`.
  private static let made = AtomicWord(0)
  private static let gone = AtomicWord(0)

  private static var mark: Mark? { gone.loadAcquiring() == made.loadAcquiring() ? nil : bound }

  /// The build whose own task this is; a task that the factory started inherits the mark but is not the build's own.
  static var current: Attempt? {
    guard let mark, let attempt = mark.attempt, attempt.isLive, mark.task == identity else { return nil }
    return attempt
  }

  /// The build that this task descends from, its own task or not.
  static var lineage: Attempt? {
    guard let attempt = mark?.attempt, !attempt.isOver else { return nil }
    return attempt
  }

  /// The build that this task descends from, until its code has returned.
  static var running: Attempt? {
    guard let attempt = mark?.running, !attempt.hasLeft else { return nil }
    return attempt
  }

  /// The same, if this is the build's own task.
  static var runningHere: Attempt? { mark?.task == identity ? running : nil }

  /// Whose factory this task runs, or descends from.
  static var core: Core? {
    guard let mark, mark.attempt?.isOver != true else { return nil }
    return mark.requester.run?.core
  }

  /// What the innermost run resolves with whose own task this is.
  static var requester: Requester? {
    guard let mark, mark.requester.run != nil, mark.task == identity else { return nil }
    return mark.requester
  }

  /// Has the run whose own task this is fail when its code returns.
  static func fail(with error: ResolutionError) {
    guard let mark, mark.task == identity else { return }
    // The first one stays.
    _ = mark.failure.get { Failure(error) }
  }

  /// Runs an asynchronous factory, with its decorators and injector, that resolves with `resolution`.
  nonisolated(nonsending) static func run<Result>(
    _ attempt: Attempt?, _ resolution: Resolution, _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let mark = Mark(attempt, running: attempt, resolution.requester, identity)
    let result = try await $bound.withValue(mark) { try await body() }
    if let failure = mark.failure.existing { throw failure.error }
    return result
  }

  /// The same for what a lazy reference reads, on the caller's actor.
  static func run<Result>(
    _ attempt: Attempt, _ requester: Requester, isolation: isolated (any Actor)? = #isolation,
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await $bound.withValue(Mark(attempt, running: mark?.running, requester, identity)) {
      _ = isolation  // captured, so that the closure does not leave the caller's actor
      return try await body()
    }
  }

  private static var identity: Int {
    withUnsafeCurrentTask { $0?.hashValue ?? 0 }
  }
}
