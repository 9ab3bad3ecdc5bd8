package import HoldfastStress

/// The command `linearize`, from its arguments to its exit status.
package struct LinearizeCommand {
  private let options: LinearizeOptions
  private let file: OutputFile?
  /// Where the words go; the standard error if the standard output is for the JSON.
  private let console: Console

  /// Reads the command line and checks all that can be checked before a run.
  package init(arguments: [String], console: Console = .output) throws(UsageError) {
    options = try LinearizeOptions(parsing: arguments)
    if let path = options.json, options.mode == .run { file = try OutputFile(path: path) } else { file = nil }
    self.console = file?.isStandardOutput == true ? .error : console
  }

  /// Does what the command line asks for.
  package func run() -> CommandEnding {
    switch options.mode {
    case .help:
      console.line(LinearizeOptions.help)
      return CommandEnding(0)
    case .run: return linearize()
    }
  }

  private func linearize() -> CommandEnding {
    let interrupt = Interrupt()
    defer { withExtendedLifetime(interrupt) {} }
    let campaign = Campaign(
      threads: options.threads, keys: options.keys, seed: options.seed, goal: options.goal, seconds: options.seconds,
      interrupted: interrupt.flag)
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
}
