public import OnceKernel

/// A run whose code runs in a task: how code in it that captured the container is recognized. The tasks that it starts inherit it.
@usableFromInline
final class TaskRun: Run, @unchecked Sendable {  // unchecked: constants and atomics
  /// The build that the code is part of; nil for a transient's factory that runs outside every build.
  private let build: Attempt?
  /// How many factories are running inside each other.
  private let depth: Int
  private let task = RunningTask.here
  /// The run of a transient made in passing on whose thread, and inside whose code, the task began: a `Task.immediate`.
  private let outer = Run.inPassing(on: Threads.current)
  /// 1 once the code has returned.
  private let over = AtomicWord(0)
  /// The first property wrapper in it that could not be filled: why it fails although its code returned.
  private let unfilled = Late<Unfilled>()

  private final class Unfilled: Sendable {
    let error: ResolutionError

    init(_ error: ResolutionError) {
      self.error = error
    }
  }

  /// Called by the task that is to run the code.
  init(_ facts: Facts, of build: Attempt?, depth: Int) {
    self.build = build
    self.depth = depth
    super.init(facts)
    TaskRun.known.count(1)
  }

  deinit { if Mutant.overlooksMark.isActive { TaskRun.known.storeReleasing(0) } else { TaskRun.known.count(-1) } }

  var requester: Requester { Requester(run: self, depth: depth) }

  /// Whether it began inside the code of a transient that is made in passing, which has this run.
  func began(inside run: Run) -> Bool { outer === run }

  /// Whether the code has returned: then it speaks for nothing that it started.
  private var isOver: Bool { over.loadAcquiring() == 1 && !Mutant.speaksWhenOver.isActive }

  /// Whether the calling task runs the code.
  ///
  /// The task says that the code has returned before it can be freed. So a task that finds it running, and has the same address, is that task.
  private var isOwn: Bool { !isOver && task == .here }

  /// Runs an asynchronous factory, with its decorators and injector, that resolves with this.
  nonisolated(nonsending) func run<Result>(_ body: nonisolated(nonsending) () async throws -> Result) async throws -> Result {
    defer { over.storeReleasing(1) }
    let result = try await TaskRun.$bound.withValue(self) { try await body() }
    try throwIfUnfilled()
    return result
  }

  /// Throws if a property wrapper in it could not be filled.
  private func throwIfUnfilled() throws(ResolutionError) {
    if let unfilled = unfilled.existing { throw unfilled.error }
  }

  // MARK: Of the calling task

  @TaskLocal private static var bound: TaskRun?

  /// How many there are: while there is none, no task is asked for its own, which costs as much as a hit.
  ///
  /// A task that has one never reads 0, whatever the machine reorders: the values of one word have one order. There each run is counted before it is
  /// uncounted, and the task reads a value after that which counted its own.
  @usableFromInline static let known = AtomicWord(0)

  /// False where no task runs or descends from such code.
  @inline(__always)
  static var mayRun: Bool { known.loadAcquiring() != 0 }

  private static var inherited: TaskRun? { mayRun ? bound : nil }

  /// The build that runs in this task. A task that the factory started inherits the run, but does not run the build.
  static var current: Attempt? {
    guard let run = inherited, let build = run.build, build.mayAsk, run.isOwn else { return nil }
    return build
  }

  /// The build that this task descends from, until its code has returned.
  static var running: Attempt? {
    guard let build = inherited?.build, !build.isFinished else { return nil }
    return build
  }

  /// The build that this task descends from, if it works for none that can be seen.
  static func lineage(besides build: Attempt?) -> Attempt? { build == nil ? running : nil }

  /// The build that runs in this task, until its code has returned.
  static var runningHere: Attempt? { inherited?.isOwn == true ? running : nil }

  /// The run whose code this task runs, or descends from, until that code has returned.
  static var around: TaskRun? {
    guard let run = inherited, !run.isOver, run.build?.isDecided != true else { return nil }
    return run
  }

  /// The innermost run in this task.
  static var innermost: TaskRun? {
    guard let run = inherited, run.isOwn else { return nil }
    return run
  }

  /// Whether there is one, and so what a container is asked for is asked for that.
  @inlinable static var isAsking: Bool {
    @inline(__always) get { known.loadAcquiring() != 0 && isInnermost }
  }

  @usableFromInline static var isInnermost: Bool {
    @inline(never) get { innermost != nil }
  }

  /// Throws if a property wrapper in the innermost run in this task could not be filled.
  static func checkInnermost() throws(ResolutionError) { try innermost?.throwIfUnfilled() }

  /// Has the innermost run in this task fail when its code returns.
  static func failInnermost(with error: ResolutionError) {
    // The first one stays.
    _ = innermost?.unfilled.get { Unfilled(error) }
  }
}
