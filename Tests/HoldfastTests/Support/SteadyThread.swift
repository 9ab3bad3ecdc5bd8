import Foundation

/// Runs the jobs of tasks on one thread, which a queue does not promise.
///
/// The allocator of that thread hands the memory of an object that was released to the next object of its size.
final class SteadyThread: TaskExecutor, @unchecked Sendable {  // unchecked: mutable fields are touched under `condition` only
  private let condition = NSCondition()
  /// Guard: `condition`.
  private var jobs: [UnownedJob] = []
  /// Guard: `condition`.
  private var isOver = false

  init() {
    let executor = asUnownedTaskExecutor()
    Thread { [self] in
      while let job = next() { job.runSynchronously(on: executor) }
    }.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  /// Ends the thread once it has run its jobs.
  func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func next() -> UnownedJob? {
    condition.withLock {
      while jobs.isEmpty, !isOver { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }
  }
}
