import Foundation
import HoldfastStress
import Searching

/// The benchmark's entry: reads the command line, measures, reports.
@main
struct Contention {
  static func main() {
    CommandEnding.main("contention", failure: 1) { arguments in
      let options = try Options(parsing: arguments)
      if options.help || options.list {
        print(options.help ? Options.help : Options.listing)
        return CommandEnding(0)
      }
      return CommandEnding(try run(options) ? 0 : 1)
    }
  }

  /// Whether everything that was asked to be judged held.
  private static func run(_ options: Options) throws -> Bool {
    #if DEBUG
      Console.error.line("contention: this is a debug build; its figures say nothing (use -c release)")
    #endif
    let console = options.json?.isStandardOutput == true ? Console.error : .output
    if let turns = options.turns {
      count(options, turns)
      return true
    }
    let earlier = try options.compare.map(ResultFile.read)
    let parked = ParkedThread()
    defer { parked.release() }
    if options.growth { return try runGrowth(options, console) }
    let plan = Plan(
      cases: options.cases, subjects: options.subjects, quick: options.quick, cores: ProcessInfo.processInfo.activeProcessorCount)
    let start = MachineLoad()
    let results = measure(plan)
    let others = MachineLoad.othersShare(from: start, to: MachineLoad())
    let file = ResultFile(results, plan: plan, othersShare: others)

    console.line(TableReport.text(results))
    if let fits = ScalabilityReport.text(results) { console.line("\n" + fits) }
    if let earlier { console.line("\n" + Comparison.text(file, against: earlier)) }
    if let others { console.line("\nOthers used \(Figures.number(others * 100, 1)) % of the machine.") }
    options.json?.write(json: file, of: "contention")
    guard options.goals else { return true }
    let report = GoalReport(results, plan: plan)
    console.line("\n" + report.text)
    return report.allMet
  }

  /// Does so many times what another program counts.
  private static func count(_ options: Options, _ turns: Int) {
    if let construction = options.construction { return construction.run(turns) }
    let plan = Plan(cases: options.cases, subjects: options.subjects, quick: true, cores: 1)
    for point in Family.allCases.flatMap(plan.points(of:)) { _ = Roster.subject(point.subject).work(at: point).sample(turns) }
  }

  /// Whether no growth curve was broken.
  private static func runGrowth(_ options: Options, _ console: Console) throws -> Bool {
    if options.selfTest {
      return try GrowthRun.selfTest(tell: { console.line($0.line) }).missed.isEmpty
    }
    let start = MachineLoad()
    let curves = try GrowthRun.curves(options.curves, quick: options.quick)
    let others = MachineLoad.othersShare(from: start, to: MachineLoad())
    console.line(GrowthReport.text(curves))
    if let others { console.line("\nOthers used \(Figures.number(others * 100, 1)) % of the machine.") }
    options.json?.write(
      json: GrowthFile(curves, machine: ResultFile.Machine(quick: options.quick, repeats: 1, othersShare: others)), of: "contention")
    return !curves.contains { $0.isBroken }
  }

  private static func measure(_ plan: Plan) -> Results {
    let line = LiveLine(.error, elsewhere: (.error, 2))
    defer { line.clear() }
    let sampler = Sampler(plan: plan, line: line)
    var results = Results(cores: plan.cores)
    for family in Family.allCases { results.rows += sampler.measure(family) }
    return results
  }
}
