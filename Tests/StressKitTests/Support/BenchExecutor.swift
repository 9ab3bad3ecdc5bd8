import Dispatch

/// Runs the jobs of an actor one after the other on a Dispatch queue, outside the cooperative pool.
final class BenchExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "stress.bench")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
