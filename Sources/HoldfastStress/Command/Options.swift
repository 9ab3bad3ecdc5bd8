import Foundation

/// What the command line asks for.
package struct Options: Equatable, Sendable {
  /// What to do.
  package enum Mode: Equatable, Sendable {
    case run, selfTest, list, help
  }

  package var mode = Mode.run
  /// The names of the chosen workloads, in the order given; empty for all.
  package var workloads: [String] = []
  /// The length of the whole run.
  package var seconds = 20.0
  package var threads = Options.usualWorkers
  package var tasks = Options.usualWorkers
  /// Seconds without progress of one worker that make a stall.
  package var stallAfter = 10.0
  /// The seed; short enough to be typed, and to pass through JSON unharmed, if none is given.
  package var seed = UInt64(UInt32.random(in: 1...UInt32.max))
  /// Where the JSON goes; `-` is the standard output.
  package var json: String?
  /// Where the picture of the start-up goes.
  package var picture: String?

  package init() {}

  /// What the arguments of a function ask for.
  package init(seconds: Double, threads: Int?, tasks: Int?, seed: UInt64?) {
    self.seconds = min(max(seconds, 0.1), 1_000_000)
    self.threads = max(1, threads ?? self.threads)
    self.tasks = max(1, tasks ?? self.tasks)
    self.seed = seed ?? self.seed
  }

  /// Twice as many threads, and as many tasks, as the machine has processors; at least 4 and at most 16.
  private static var usualWorkers: Int {
    min(max(2 * ProcessInfo.processInfo.activeProcessorCount, 4), 16)
  }

  /// The command that makes the same choices again.
  func again(_ program: StressProgram) -> String {
    let names = workloads.isEmpty ? "" : " --workload \(workloads.joined(separator: ","))"
    return "\(program.name) --seed \(seed) --threads \(threads) --tasks \(tasks) --seconds \(seconds)\(names)"
  }

  /// How the run is carried out.
  ///
  /// - Parameter limit: how long one answer may take; a worker has more time than that, so that the one who waits can say why.
  package func plan(limit: Duration = .zero) -> Plan {
    Plan(threads: threads, tasks: tasks, seed: seed, stallAfter: max(stallAfter, limit / .seconds(1) * 3))
  }
}
