import OnceKernel

/// How the library starts a task that its caller then waits for.
enum TaskStart {
  /// How deep builds may be nested that begin on their caller's stack: the others begin on a stack of their own.
  private static let inlineDepth = 16

  /// Runs `body` in a task of its own, which the caller's cancellation does not reach, with the caller's task-local values.
  ///
  /// Up to its first suspension it runs on the calling thread: a body that does not suspend then costs no change of thread, which is most of what a
  /// task costs. Going to an actor that is free is no suspension here. Where the caller has an actor, that is not kept busy by it.
  ///
  /// - Parameter depth: how many factories run inside each other here.
  static func waitedFor(
    depth: Int = 0, isolation: (any Actor)? = #isolation, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if isolation == nil, depth < inlineDepth, !Stack.isNearlyExhausted,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    {
      let start = StartHere()
      let task = Task.immediate {
        await start.begin()
        await body()
      }
      start.run()
      return task
    }
    return Task(operation: body)
  }
}

/// Runs the beginning of a task on the thread that started it, as the thread pool would run it.
///
/// `Task.immediate` alone does not let a task go to an actor on this thread, even if that is free: it hands the task to the pool, and another thread has
/// to wake up. So the task only begins there, and its first step is to go to this actor, whose executor keeps the job. The caller of `run()` then runs
/// the job as the pool's threads do.
///
/// ```
///   Task.immediate { await start.begin() ──► enqueue(job)        the task is suspended
///   start.run() ──► job: await body() ──► an actor ──► back ──►  until it suspends or ends
/// ```
private actor StartHere: SerialExecutor {
  // unsafe: set and taken by the thread that starts the task, one after the other.
  private nonisolated(unsafe) var job: UnownedJob?

  nonisolated var unownedExecutor: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  nonisolated func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  /// Nothing is isolated to this actor.
  nonisolated func checkIsolated() {}

  /// The first step of the task.
  @inline(never)  // an empty step, once inlined, would need no executor
  func begin() {}

  /// Runs the task until it suspends for the first time. Without a job it has come that far already.
  nonisolated func run() {
    job?.runSynchronously(on: Self.pool)
  }

  /// The executor of code that has no actor, which has no public name.
  // unsafe: two words, both zero, in the interface that compiled code has with the runtime: the executor that each hop to no actor names.
  private static let pool = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
}
