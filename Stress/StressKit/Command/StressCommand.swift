/// The command `stress`, from its arguments to its exit status.
public struct StressCommand {
  /// How the process is to end.
  public struct Ending: Equatable, Sendable {
    public let status: Int32
    /// Whether threads were left behind, so that the process must end without waiting for anything.
    public let leavesThreads: Bool
  }

  private let options: Options
  private let file: JSONFile?
  /// Where the words go; the standard error if the standard output is for the JSON.
  private let console: Console

  /// Reads the command line and checks all that can be checked before a run.
  public init(arguments: [String], console: Console = .output) throws(UsageError) {
    options = try Options(parsing: arguments)
    if let path = options.json, options.mode == .run { file = try JSONFile(path: path) } else { file = nil }
    self.console = file?.isStandardOutput == true ? .error : console
  }

  /// Does what the command line asks for.
  public func run() -> Ending {
    switch options.mode {
    case .help: console.line(Options.help)
    case .list: for line in Options.list { console.line(line) }
    case .selfTest: return selfTest()
    case .run: return stress()
    }
    return Ending(status: 0, leavesThreads: false)
  }

  private func stress() -> Ending {
    let interrupt = Interrupt()
    defer { withExtendedLifetime(interrupt) {} }
    console.line("seed \(options.seed), \(options.threads) threads and \(options.tasks) tasks, \(Figures.seconds(options.seconds)) in all")
    let report = RunReport(seed: options.seed, seconds: options.seconds, workloads: runAll(until: interrupt.flag))
    console.line("")
    for line in report.table { console.line(line) }
    if !report.held {
      console.line("")
      for line in report.complaints { console.line(line) }
      console.line("again: \(options.replay)")
    } else if interrupt.flag.isSet {
      console.line("interrupted; all held so far")
    } else {
      console.line("all held")
    }
    if let file { write(report, to: file) }
    let status: Int32 = !report.held ? 1 : interrupt.flag.isSet ? 130 : 0
    return Ending(status: status, leavesThreads: report.stalled)
  }

  /// Runs the chosen workloads one after the other; each gets an equal share of the time that is left.
  ///
  /// A stall ends the run.
  private func runAll(until interrupted: Flag) -> [WorkloadReport] {
    let plan = Plan(threads: options.threads, tasks: options.tasks, seed: options.seed, stallAfter: options.stallAfter)
    let runner = Runner(plan: plan, interrupted: interrupted) { HoldfastSubject() }
    let line = ProgressLine(console: console)
    let chosen = options.chosen
    let end = MonotonicClock.now() + UInt64(options.seconds * 1e9)
    var reports: [WorkloadReport] = []
    for (index, type) in chosen.enumerated() where !interrupted.isSet {
      let now = MonotonicClock.now()
      let left = now < end ? Double(end - now) / 1e9 : 0
      let report = runner.run(type, seconds: left / Double(chosen.count - index)) { progress in
        line.draw(progress, place: index + 1, of: chosen.count)
      }
      line.clear()
      console.line(report.line)
      reports.append(report)
      if let stall = report.stall {
        console.line("\(stall)")
        break
      }
    }
    return reports
  }

  private func selfTest() -> Ending {
    let test = SelfTest(threads: options.threads, tasks: options.tasks, seed: options.seed)
    console.line("seed \(options.seed), \(options.threads) threads and \(options.tasks) tasks")
    let findings = test.run { console.line($0.line) }
    let missed = findings.filter { !$0.isAsExpected }
    console.line("")
    for line in SelfTest.table(of: findings) { console.line(line) }
    console.line(missed.isEmpty ? "every broken container was caught, and the sound one was not" : "\(missed.count) not as expected")
    return Ending(status: missed.isEmpty ? 0 : 1, leavesThreads: findings.contains { $0.report.stall != nil })
  }

  private func write(_ report: RunReport, to file: JSONFile) {
    do { file.write(try report.json()) } catch { Console.error.line("stress: the figures cannot be written as JSON: \(error)") }
  }
}
