import Foundation
import Holdfast
package import HoldfastStress
import Searching

/// The command `explore tasks`, from its arguments to its exit status.
package struct TaskCommand {
  private let options: TaskOptions
  private let file: OutputFile?
  /// Where the words go; the standard error if the standard output is for the JSON.
  private let console: Console
  /// What each search gets even when the time is over, in seconds.
  private static let leastShare = 0.02

  package init(arguments: [String]) throws(UsageError) {
    options = try TaskOptions(parsing: arguments)
    file = if let path = options.json, options.mode == .explore { try OutputFile(path: path) } else { nil }
    console = file?.isStandardOutput == true ? .error : .output
  }

  /// Does what the command line asks for. Takes the whole program over: no task may exist before.
  package func run() throws(UsageError) -> Int32 {
    switch options.mode {
    case .help:
      console.line(TaskOptions.help)
      return 0
    case .list:
      for line in TaskOptions.list { console.line(line) }
      return 0
    case .explore, .mutants: break
    }
    guard ProgramExecutors.isSupported else {
      Console.error.line(
        "explore: tasks can be explored with Swift 6.3 or later on Linux only: other toolchains let no program schedule its jobs")
      return 2
    }
    ProgramExecutors.install()
    #if Exploration
      // No actor but the main one runs a scenario's code on an executor of its own.
      ExploredProgram.isOnMainActor = { ProgramExecutors.scheduler.isOnSerialExecutor }
    #endif
    // A report would come from a thread of its own.
    LongWaitWatch.report(after: nil)
    BlockedThread.watch()
    let search = Search(ProgramExecutors.scheduler, isWholeProgram: true)
    if options.mode == .mutants { return try MutantRun(options, console, search).run() }
    if let choices = options.replay { return replay(choices, search) }
    return explore(search)
  }

  private func explore(_ search: Search) -> Int32 {
    let chosen = options.chosen
    console.line("seed \(options.seed), \(chosen.count) scenarios, \(options.schedules) random schedules")
    let clock = Budget(options.seconds)
    let forRandom = options.schedules > 0 ? 0.3 : 0
    var reports = exhaust(chosen, search, until: 1 - forRandom, of: clock)
    for (index, scenario) in chosen.enumerated() where options.schedules > 0 {
      if reports.contains(where: { $0.scenario == scenario.name && $0.finding != nil }) { continue }
      let schedules = options.schedules / chosen.count + (index < options.schedules % chosen.count ? 1 : 0)
      let share = clock.share(among: chosen.count - index, least: Self.leastShare)
      if schedules == 0 { continue }
      reports.append(tell(search.sample(scenario, seed: options.seed, schedules: schedules, seconds: share), scenario))
    }
    return conclude(reports, clock.elapsed)
  }

  /// Runs every schedule of every scenario; those that need more than their share of the time get what the others leave.
  private func exhaust(_ scenarios: [Scenario], _ search: Search, until part: Double, of clock: Budget) -> [SearchReport] {
    var reports: [SearchReport] = []
    var late: [(scenario: Scenario, report: SearchReport)] = []
    for (index, scenario) in scenarios.enumerated() {
      let share = clock.share(among: 2 * scenarios.count - index, until: part, least: Self.leastShare)
      let report = search.exhaust(scenario, bound: scenario.bound, seconds: share)
      if report.isComplete || report.finding != nil { reports.append(tell(report, scenario)) } else { late.append((scenario, report)) }
    }
    late.sort { $0.report.schedules < $1.report.schedules }
    for (index, (scenario, _)) in late.enumerated() {
      let share = clock.share(among: late.count - index, until: part, least: Self.leastShare)
      reports.append(tell(search.exhaust(scenario, bound: scenario.bound, seconds: share), scenario))
    }
    return reports
  }

  private func tell(_ report: SearchReport, _ scenario: Scenario) -> SearchReport {
    console.line(report.line)
    if let finding = report.finding { for line in finding.lines(of: scenario) { console.line(line) } }
    return report
  }

  private func conclude(_ reports: [SearchReport], _ seconds: Double) -> Int32 {
    let schedules = reports.reduce(0) { $0 + $1.schedules }
    let violated = Set(reports.filter { $0.finding != nil }.map(\.scenario))
    let empty = options.chosen.filter { scenario in !scenario.unreached(in: reports.filter { $0.scenario == scenario.name }).isEmpty }
    let failed = violated.union(empty.map(\.name))
    for scenario in empty {
      for goal in scenario.unreached(in: reports.filter { $0.scenario == scenario.name }) {
        console.line("VIOLATION in \(scenario.name): no schedule came to '\(goal)', so the scenario does not show what it should")
      }
    }
    console.line("\(schedules) schedules in \(Figures.hundredths(seconds)) s, \(Int(Double(schedules) / max(seconds, 0.001))) a second")
    console.line(failed.isEmpty ? "all held" : "violated: \(failed.sorted().joined(separator: ", "))")
    file?.write(json: SearchReport.figures(of: reports, seed: options.seed), of: "explore")
    return failed.isEmpty ? 0 : 1
  }

  private func replay(_ choices: Choices, _ search: Search) -> Int32 {
    let scenario = options.chosen[0]
    let (problems, trace) = search.replay(scenario, choices)
    console.line("\(scenario.name), choices \(choices)")
    for line in trace { console.line(line) }
    for problem in problems { console.line("VIOLATION in \(scenario.name): \(problem)") }
    if problems.isEmpty { console.line("all held") }
    return problems.isEmpty ? 0 : 1
  }
}

/// Makes the order of dictionaries the same in every run, so that choices replay a schedule in another process too.
package enum StableHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Starts the program anew with the variable that Swift reads when it starts, unless it is set. Returns if that is not possible.
  package static func ensure() {
    #if os(Linux)
      guard ProcessInfo.processInfo.environment[variable] == nil else { return }
      setenv(variable, "1", 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", &arguments)
      for argument in arguments { free(argument) }
    #endif
  }
}
