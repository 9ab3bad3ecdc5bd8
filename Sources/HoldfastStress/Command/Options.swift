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
  package var seconds = 10.0
  package var threads = Options.usualWorkers
  package var tasks = Options.usualWorkers
  /// Seconds without progress of one worker that make a stall.
  package var stallAfter = 10.0
  package var seed = SeededRandom.anySeed
  /// Where the JSON goes; `-` is the standard output.
  package var json: String?
  /// Where the picture of the start-up goes.
  package var picture: String?

  package init() {}

  /// Reads a command line, without the program's name.
  package init(parsing arguments: [String], for program: StressProgram) throws(UsageError) {
    try Self.table(of: program).parse(arguments, into: &self)
  }

  private static func table(of program: StressProgram) -> OptionTable<Options> {
    var options: [CommandOption<Options>] = [
      .flag("--list", "list the workloads") { $0.mode = .list },
      .words(
        "--workload", "NAME", "run only this workload; for several, repeat the option or separate names with commas",
        known: { name in program.menu.contains { $0.name == name } },
        unknown: { "unknown workload '\($0)'; there are \(program.menu.map(\.name).joined(separator: ", "))" },
        set: { if !$0.workloads.contains($1) { $0.workloads.append($1) } }),
      .seconds("length of the whole run in seconds; the workloads share it (10)") { $0.seconds = $1 },
      .whole("--threads", in: 1...1024, "worker threads for each workload (twice the number of processors)") { $0.threads = $1 },
      .whole("--tasks", in: 1...1024, "worker tasks for each workload (twice the number of processors)") { $0.tasks = $1 },
      .seconds("report a stall when a worker makes no progress for N seconds (10)", of: "--stall-after") { $0.stallAfter = $1 },
      .seed { $0.seed = $1 },
      .json("write the figures as JSON, latencies in nanoseconds") { $0.json = $1 },
    ]
    if program.hasStartUp {
      options.append(
        .text("--picture", "FILE", "write a picture of the start-up as SVG: which factory waits for which") { $0.picture = $1 })
    }
    if program.selfTest != nil {
      options.append(.flag("--self-test", "run the workloads on broken containers; fail if a defect is not found") { $0.mode = .selfTest })
    }
    return OptionTable(options + [.help { $0.mode = .help }])
  }

  /// What `--help` prints.
  static func help(for program: StressProgram) -> String {
    table(of: program).help(
      program.name, program.summary,
      """
      Exit status: 0 if every invariant held, 1 if one was broken, 2 for a mistake on the command line, 130 after Ctrl-C if every invariant held.
      """)
  }

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
  /// - Parameter limit: how long one answer may take; a worker has more time than that, so that the worker that waits can say why.
  package func plan(limit: Duration = .zero) -> Plan {
    Plan(threads: threads, tasks: tasks, seed: seed, stallAfter: max(stallAfter, limit / .seconds(1) * 3))
  }
}
