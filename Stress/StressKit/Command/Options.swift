import Foundation

/// What the command line asks for.
public struct Options: Equatable, Sendable {
  /// What to do.
  public enum Mode: Equatable, Sendable {
    case run, selfTest, list, help
  }

  public var mode = Mode.run
  /// The names of the chosen workloads, in the order given; empty for all.
  public var workloads: [String] = []
  /// The length of the whole run.
  public var seconds = 20.0
  public var threads = Options.usualWorkers
  public var tasks = Options.usualWorkers
  /// Seconds without progress of one worker that make a stall.
  public var stallAfter = 10.0
  /// The seed; short enough to be typed, and to pass through JSON unharmed, if none is given.
  public var seed = UInt64(UInt32.random(in: 1...UInt32.max))
  /// Where the JSON goes; `-` is the standard output.
  public var json: String?

  public init() {}

  /// Twice as many threads, and as many tasks, as the machine has processors; at least 4 and at most 16.
  private static var usualWorkers: Int {
    min(max(2 * ProcessInfo.processInfo.activeProcessorCount, 4), 16)
  }

  /// The chosen workloads.
  var chosen: [any Workload.Type] {
    workloads.isEmpty ? Catalogue.all : workloads.compactMap(Catalogue.workload(named:))
  }

  /// The command that makes the same choices again.
  var replay: String {
    let names = workloads.isEmpty ? "" : " --workload \(workloads.joined(separator: ","))"
    return "stress --seed \(seed) --threads \(threads) --tasks \(tasks) --seconds \(seconds)\(names)"
  }
}
