import Foundation
import Holdfast

/// A command that puts a composition root under load, from its arguments to its exit status.
///
/// ```swift
/// // Sources/stress-my-app/main.swift
/// import HoldfastStress
/// import MyApp
///
/// StressCommand(CompositionRoot(touching: .everything) { try makeContainer() }).main()
/// ```
///
/// `swift run -c release stress-my-app --seconds 60 --threads 8`; `--help` lists the options. Ctrl-C ends a run with its report.
public struct StressCommand {
  private let program: StressProgram

  /// A command on a composition root, with workloads of your own after those that follow from its graph.
  public init(_ root: CompositionRoot, workloads: [any Workload.Type] = []) {
    let path = CommandLine.arguments.first ?? "stress"
    self.init(
      StressProgram(
        name: String(path.split(separator: "/").last ?? "stress"),
        summary: "Puts the containers of this program under load from threads and tasks, and looks for what is wrong with their factories.",
        menu: DerivedLoads.names + workloads.map { ($0.name, $0.summary) }, hasStartUp: true,
        run: { options, interrupted in
          StressRun(
            root, workloads: workloads, plan: options.plan(limit: root.limits.wait), seconds: options.seconds, interrupted: interrupted,
            isChosen: { options.workloads.isEmpty || options.workloads.contains($0) })
        }))
  }

  package init(_ program: StressProgram) {
    self.program = program
  }

  /// Carries out the command line and ends the process. The exit status is 0 if it found nothing, 1 if it found a defect, 2 for a mistake on the
  /// command line, and 130 after Ctrl-C if it had found nothing.
  ///
  /// Call it on the main thread, from `main.swift`. Meanwhile the main actor can run.
  public func main() -> Never {
    CommandEnding.main(program.name) { try run($0) }
  }

  /// Does what the arguments ask for; what can be checked before a run is.
  package func run(_ arguments: [String], console: Console = .output) throws -> CommandEnding {
    let options = try Options(parsing: arguments, for: program)
    let open = { (path: String) throws(UsageError) in try OutputFile(path: path) }
    let file = try options.mode == .run ? options.json.map(open) : nil
    let picture = try options.mode == .run ? options.picture.map(open) : nil
    // The words go to the standard error if the standard output is for the JSON.
    let console = file?.isStandardOutput == true ? .error : console
    switch options.mode {
    case .help: console.line(Options.help(for: program))
    case .list: for line in Table.list(program.menu) { console.line(line) }
    case .selfTest: if let selfTest = program.selfTest { return selfTest(options, console) }
    case .run:
      let (report, ending) = try stress(options, console)
      file?.write(json: report.figures, of: program.name)
      if let startUp = report.startUp { picture?.write(startUp.svg) }
      return ending
    }
    return CommandEnding(0)
  }

  private func stress(_ options: Options, _ console: Console) throws -> (StressReport, CommandEnding) {
    let interrupt = Interrupt()
    defer { withExtendedLifetime(interrupt) {} }
    console.line("seed \(options.seed), \(options.threads) threads and \(options.tasks) tasks, \(Figures.seconds(options.seconds)) in all")
    let run = program.run(options, interrupt.flag)
    let report = try MainThread.serving { [program] in
      let line = LiveLine(console)
      return try run.run(again: options.again(program)) { step in
        switch step {
        case .progress(let progress, let place, let count): line.draw("[\(place)/\(count)] \(progress.text)")
        case .done(let report):
          line.clear()
          console.line(report.line)
        case .found(let finding):
          line.clear()
          console.line("\(finding)")
        case .stalled(let stall): console.line("\(stall)")
        }
      }
    }
    tell(report, console, isInterrupted: interrupt.flag.isSet)
    let status: Int32 = !report.held ? 1 : interrupt.flag.isSet ? 130 : 0
    return (report, CommandEnding(status, leavesThreads: report.stalled || !report.held))
  }

  private func tell(_ report: StressReport, _ console: Console, isInterrupted: Bool) {
    console.line("")
    for line in report.table { console.line(line) }
    if let startUp = report.startUp { console.line("\n\(startUp)") }
    if report.slowdown > 1.5 {
      console.line("the machine was \(Figures.times(report.slowdown)) slower than an idle one; limits were longer by as much")
    }
    for note in report.notes { console.line("note: \(note)") }
    if !report.held {
      console.line("")
      console.line("\(report)")
    } else if isInterrupted {
      console.line("interrupted; all held so far")
    } else {
      console.line("all held")
    }
  }
}

/// What a command of the harness is about.
package struct StressProgram: Sendable {
  /// Its name, as the user calls it.
  package let name: String
  /// What it does, in one sentence, for the help.
  package let summary: String
  /// The workloads that can be chosen.
  package let menu: [(name: String, summary: String)]
  /// Whether a run has a start-up to draw.
  package let hasStartUp: Bool
  /// Makes the run that the options ask for.
  package let run: @Sendable (Options, Flag) -> StressRun
  /// Checks the harness itself; nil if the command has no such option.
  package let selfTest: (@Sendable (Options, Console) -> CommandEnding)?

  package init(
    name: String, summary: String, menu: [(name: String, summary: String)], hasStartUp: Bool = false,
    run: @escaping @Sendable (Options, Flag) -> StressRun, selfTest: (@Sendable (Options, Console) -> CommandEnding)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.menu = menu
    self.hasStartUp = hasStartUp
    self.run = run
    self.selfTest = selfTest
  }
}
