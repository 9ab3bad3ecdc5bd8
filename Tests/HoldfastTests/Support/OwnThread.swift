import Foundation

/// Runs each job of a task on a thread of its own, where a synchronous factory may block without starving the cooperative pool.
final class OwnThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    Thread { job.runSynchronously(on: executor) }.start()
  }
}
