import Dispatch

#if Exploration
  import OnceKernel
#endif

/// Runs an actor on a serial Dispatch queue, so that synchronous code can enter the actor too.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    #if Exploration
      if let enqueue = ExploredProgram.enqueue { return enqueue(job, executor) }
    #endif
    queue.async { job.runSynchronously(on: executor) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  func checkIsolated() {
    #if Exploration
      // The defect is that nobody queues up; that Swift can notice so is not what is to be shown.
      if Mutant.manyWriters.isActive { return }
    #endif
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
