import Dispatch
import Foundation

/// The workers of a run, and the threads and tasks that drive them.
struct Crew {
  /// Enough for a deep chain of factories, with room for the sanitizers.
  private static let stackSize = 2 << 20
  /// How many turns a task takes before it lets the other tasks of the pool have theirs.
  private static let turnsInARow = 32

  let workers: [Worker]
  private let group = DispatchGroup()

  init(plan: Plan, workload: String, ledger: Ledger) {
    workers = (0..<plan.threads + plan.tasks).map { index in
      // Threads and tasks alternate as long as there are both, so that low numbers, which own keys in some workloads, go to both.
      let pairs = 2 * min(plan.threads, plan.tasks)
      let isThread = index < pairs ? index.isMultiple(of: 2) : plan.threads > plan.tasks
      return Worker(index: index, kind: isThread ? .thread : .task, workload: workload, seed: plan.seed, ledger: ledger)
    }
  }

  /// Sets all workers going; each goes on until `stop` is set or its turn ends it.
  func start(_ performance: Performance, until stop: Flag) {
    for worker in workers {
      group.enter()
      switch worker.kind {
      case .thread: startThread(worker, performance, stop)
      case .task: startTask(worker, performance, stop)
      }
    }
  }

  /// Waits until all workers are done, but no longer than `seconds`; answers whether they are.
  func wait(seconds: Double) -> Bool { MainThread.wait(for: group, seconds: seconds) }

  private func startThread(_ worker: Worker, _ performance: Performance, _ stop: Flag) {
    let thread = Thread { [group] in
      while !stop.isSet, performance.turn(worker) {}
      worker.finish()
      group.leave()
    }
    thread.name = "stress-\(worker.index)"
    thread.stackSize = Self.stackSize
    thread.start()
  }

  private func startTask(_ worker: Worker, _ performance: Performance, _ stop: Flag) {
    Task.detached { [group] in
      var turns = 0
      while !stop.isSet, await performance.turnInTask(worker) {
        turns += 1
        if turns.isMultiple(of: Self.turnsInARow) { await Task.yield() }
      }
      worker.finish()
      group.leave()
    }
  }
}
