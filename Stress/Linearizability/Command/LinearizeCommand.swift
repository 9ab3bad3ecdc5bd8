package import HoldfastStress
import Searching

/// The command `linearize`, from its arguments to its exit status.
package struct LinearizeCommand {
  private let options: LinearizeOptions
  private let file: OutputFile?
  /// Where the words go; the standard error if the standard output is for the JSON.
  private let console: Console

  /// Reads the command line and checks all that can be checked before a run.
  package init(arguments: [String], console: Console = .output) throws(UsageError) {
    options = try LinearizeOptions(parsing: arguments)
    #if !Exploration
      if options.mode == .mutants {
        throw UsageError("this build has no mutants; build with: swift build -c release --traits Exploration --product linearize")
      }
    #endif
    let writes = options.mode == .run || options.mode == .mutants
    if let path = options.json, writes { file = try OutputFile(path: path) } else { file = nil }
    self.console = file?.isStandardOutput == true ? .error : console
  }

  /// Does what the command line asks for.
  package func run() -> CommandEnding {
    switch options.mode {
    case .help: console.line(LinearizeOptions.help)
    case .selfTest: return selfTest()
    case .mutants: return mutants()
    case .run: return linearize()
    }
    return CommandEnding(0)
  }

  private func linearize() -> CommandEnding {
    let interrupt = Interrupt()
    defer { withExtendedLifetime(interrupt) {} }
    let campaign = Campaign(
      threads: options.threads, keys: options.keys, seed: options.seed, goal: options.goal, seconds: options.seconds,
      interrupted: interrupt.flag
    ) { keys, isSealed in HoldfastSubject(keys: keys, isSealed: isSealed) }
    console.line("seed \(options.seed), \(options.threads) threads, \(options.keys) keys")
    let line = LiveLine(console, elsewhere: (console, 1))
    let report = campaign.run { line.draw($0.progress(of: options.goal)) }
    line.clear()
    for text in report.lines { console.line(text) }
    if let violation = report.violation {
      console.line("")
      for text in violation.lines { console.line(text) }
      console.line("")
    }
    if report.stalled { console.line("stalled: threads hang inside the container") }
    if !report.held {
      console.line("again: \(options.replay)")
    } else if interrupt.flag.isSet {
      console.line("interrupted; all held so far")
    } else {
      console.line("all held")
    }
    file?.write(json: report, of: "linearize")
    return CommandEnding(!report.held ? 1 : interrupt.flag.isSet ? 130 : 0, leavesThreads: report.stalled)
  }

  private func selfTest() -> CommandEnding {
    let interrupt = Interrupt()
    defer { withExtendedLifetime(interrupt) {} }
    console.line("seed \(options.seed), \(options.threads) threads, \(options.keys) keys")
    let test = SelfTest(threads: options.threads, keys: options.keys, seed: options.seed, interrupted: interrupt.flag)
    let findings = test.run { console.line($0.line) }
    let missed = findings.missed
    if interrupt.flag.isSet {
      console.line("interrupted")
    } else {
      console.line(missed.isEmpty ? "every broken container was caught, and the sound one was not" : "\(missed.count) not as expected")
    }
    let status: Int32 = interrupt.flag.isSet ? 130 : missed.isEmpty ? 0 : 1
    return CommandEnding(status, leavesThreads: findings.contains { $0.report.stalled })
  }

  private func mutants() -> CommandEnding {
    #if Exploration
      let interrupt = Interrupt()
      defer { withExtendedLifetime(interrupt) {} }
      console.line("seed \(options.seed), \(options.threads) threads, \(options.keys) keys")
      let trial = MutantTrial(
        threads: options.threads, keys: options.keys, seed: options.seed, seconds: options.seconds ?? 3, interrupted: interrupt.flag)
      let report = trial.run { console.line($0.line) }
      console.line(report.summary)
      file?.write(json: report, of: "linearize")
      return CommandEnding(report.mutants.missed.isEmpty ? (interrupt.flag.isSet ? 130 : 0) : 1)
    #else
      preconditionFailure("refused when the command line was read")
    #endif
  }
}
