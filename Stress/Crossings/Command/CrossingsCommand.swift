import Foundation
package import HoldfastStress

import struct TaskExplorer.Choices
import enum TaskExplorer.StableHashing

/// The command `crossings`, from its arguments to its exit status.
package struct CrossingsCommand {
  private let options: CrossingsOptions
  private let file: OutputFile?
  private let console: Console
  private let coverage: Coverage
  private let programs: [Program]

  /// Reads the command line and checks all that can be checked before a run.
  package init(arguments: [String]) throws(UsageError) {
    options = try CrossingsOptions(parsing: arguments)
    coverage = Coverage(seed: options.seed, both: options.isFull, only: Set(options.only))
    programs = options.programs.isEmpty ? coverage.programs : options.programs.compactMap(Program.init)
    if let path = options.json, options.mode == .run { file = try OutputFile(path: path) } else { file = nil }
    console = file?.isStandardOutput == true ? .error : .output
  }

  /// Does what the command line asks for; answers the exit status.
  package func run() -> Int32 {
    if options.worker != nil { return Worker(options: options, programs: programs).run() }
    switch options.mode {
    case .help: console.line(CrossingsOptions.help)
    case .list: list()
    case .run: return options.replay.map(replay) ?? cross()
    }
    return 0
  }

  private func list() {
    for thing in Things.all { console.line("thing  \(thing.name.padded(to: 22))\(thing.summary)") }
    for event in Events.all { console.line("event  \(event.name.padded(to: 22))\(event.summary)") }
    for line in CrossingsReport.proof(coverage) { console.line(line) }
  }

  /// Runs one order of the jobs of one program.
  private func replay(_ text: String) -> Int32 {
    StableHashing.ensure()
    guard let choices = Choices(text), programs.count == 1, let orders = Orders() else { return unsupported() }
    let lines = orders.replay(programs[0], seed: options.seed, choices)
    for line in lines { console.line(line) }
    return lines.contains { $0.hasPrefix("VIOLATION") } ? 1 : 0
  }

  private func unsupported() -> Int32 {
    Console.error.line(
      "crossings: orders need one --program for a replay, and a build with --traits Exploration: other toolchains let no program schedule its jobs"
    )
    return 2
  }

  /// Programs wait more than they work, unless every order of their jobs is tried.
  private var processes: Int {
    programs.count == 1 ? 1 : max(1, ProcessInfo.processInfo.activeProcessorCount) * (options.orders ? 1 : 3)
  }

  private func cross() -> Int32 {
    #if !Exploration
      if options.orders { return unsupported() }
    #endif
    console.line("seed \(options.seed), \(programs.count) programs")
    let start = MonotonicClock.now()
    let supervisor = Supervisor(options, programs)
    let line = LiveLine(console, elsewhere: (.error, 10))
    supervisor.run(processes: processes) { ran, schedules in
      let time = Figures.seconds(MonotonicClock.seconds(since: start))
      line.draw("\(ran) of \(programs.count) programs, \(schedules) schedules, \(time)")
    }
    line.clear()
    let tally = supervisor.tally.withLock { $0 }
    let report = CrossingsReport(
      options: options, coverage: coverage, programs: programs, tally: tally, seconds: MonotonicClock.seconds(since: start))
    for line in report.lines { console.line(line) }
    file?.write(json: report.figures, of: "crossings")
    return report.held ? 0 : 1
  }
}
