import OnceKernel

/// Marks the task that an asynchronous factory runs in: how code in it that captured the container is recognized.
enum BuildTask {
  // One reference, as it is looked at by everything that is no hit.
  private final class Mark: Sendable {
    /// Nil in a transient's factory that runs outside every build.
    let attempt: Attempt?
    /// What the code resolves with.
    let requester: Requester
    private let task: RunningTask
    /// 1 once the code has returned.
    private let over = AtomicWord(0)
    /// Why the run fails although its code returned: the first property wrapper in it that could not be filled.
    let failure = Late<Failure>()

    init(_ attempt: Attempt?, _ requester: Requester) {
      self.attempt = attempt
      self.requester = requester
      task = .here
      BuildTask.marks.count(1)
    }

    deinit { if Mutant.overlooksMark.isActive { BuildTask.marks.storeReleasing(0) } else { BuildTask.marks.count(-1) } }

    /// Whether the code has returned: then it speaks for nothing that it started.
    var isOver: Bool { over.loadAcquiring() == 1 && !Mutant.speaksWhenOver.isActive }

    /// Whether the calling task runs the code.
    ///
    /// The task says that the code has returned before it can be freed. So a task that finds it running, and has the same address, is that task.
    var isOwn: Bool { !isOver && task == .here }

    /// Called by the task that ran the code.
    func end() { over.storeReleasing(1) }
  }

  private final class Failure: Sendable {
    let error: ResolutionError

    init(_ error: ResolutionError) {
      self.error = error
    }
  }

  @TaskLocal private static var bound: Mark?

  /// How many marks there are: while there is none, no task is asked for its own, which costs as much as a hit.
  ///
  /// A task that has a mark never reads 0, whatever the machine reorders: the values of one word have one order. There each mark is counted before it
  /// is uncounted, and the task reads a value after that which counted its own.
  private static let marks = AtomicWord(0)

  /// False where no task runs or descends from such code.
  @inline(__always)
  static var mayRun: Bool { marks.loadAcquiring() != 0 }

  private static var mark: Mark? { mayRun ? bound : nil }

  /// The build that runs in this task. A task that the factory started inherits the mark, but does not run the build.
  static var current: Attempt? {
    guard let mark, let attempt = mark.attempt, attempt.mayAsk, mark.isOwn else { return nil }
    return attempt
  }

  /// The build that this task descends from, until its code has returned.
  static var running: Attempt? {
    guard let attempt = mark?.attempt, !attempt.isFinished else { return nil }
    return attempt
  }

  /// The build that this task descends from, if it works for none that can be seen.
  static func lineage(besides build: Attempt?) -> Attempt? { build == nil ? running : nil }

  /// The build that runs in this task, until its code has returned.
  static var runningHere: Attempt? { mark?.isOwn == true ? running : nil }

  /// The container whose factory this task runs, or descends from, until the factory has returned.
  static var core: Core? {
    guard let mark, !mark.isOver, mark.attempt?.isDecided != true else { return nil }
    return mark.requester.run?.core
  }

  /// The requester of the innermost run in this task.
  static var requester: Requester? {
    guard let mark, mark.requester.run != nil, mark.isOwn else { return nil }
    return mark.requester
  }

  /// Has the innermost run in this task fail when its code returns.
  static func fail(with error: ResolutionError) {
    guard let mark, mark.isOwn else { return }
    // The first one stays.
    _ = mark.failure.get { Failure(error) }
  }

  /// Runs an asynchronous factory, with its decorators and injector, that resolves with `resolution`.
  nonisolated(nonsending) static func run<Result>(
    _ attempt: Attempt?, _ resolution: FactoryResolver, _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let mark = Mark(attempt, resolution.requester)
    defer { mark.end() }
    let result = try await $bound.withValue(mark) { try await body() }
    if let failure = mark.failure.existing { throw failure.error }
    return result
  }
}
