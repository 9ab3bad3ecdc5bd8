import HoldfastStress
import OnceKernel
import Searching

/// Switches on each deliberate defect of the asynchronous code in turn; a scenario must find it.
struct MutantRun {
  private let options: TaskOptions
  private let console: Console
  private let search: Search

  init(_ options: TaskOptions, _ console: Console, _ search: Search) {
    self.options = options
    self.console = console
    self.search = search
  }

  #if Exploration
    /// Names and defects.
    static var catalogue: [(name: String, summary: String)] { Mutant.allCases.map { ($0.name, "mutant: \($0.defect)") } }
    /// How many schedules of each scenario are tried, in every order and at random.
    private static let efforts = [100, 1_000, 10_000, 100_000, 1_000_000]

    func run() throws(UsageError) -> Int32 {
      let hunt = try MutantHunt(named: options.mutants, orOf: [.asynchronous], isForExploration: false)
      let seconds = hunt.isControl ? options.seconds ?? 10 : (options.seconds ?? 200) / Double(hunt.count)
      let escalation = Escalation(options.chosen, efforts: Self.efforts.filter { $0 <= options.schedules }, seconds: seconds)
      return hunt.run(escalation, on: console, explore)
    }

    private func explore(
      _ scenario: Scenario, _ schedules: Int, _ time: Escalation<Scenario, Int>.Time
    ) -> Escalation<Scenario, Int>.Result {
      Mutant.beginUnit(scenario.name)
      let exhausted = search.exhaust(scenario, bound: scenario.bound, schedules: schedules, seconds: time.left)
      let sampled =
        exhausted.finding == nil ? search.sample(scenario, seed: options.seed, schedules: schedules, seconds: time.left) : nil
      let finding = exhausted.finding ?? sampled?.finding
      return Escalation.Result(
        schedules: exhausted.schedules + (sampled?.schedules ?? 0), found: finding.map { (scenario.name, $0.problems[0]) })
    }
  #else
    static let catalogue: [(name: String, summary: String)] = []

    func run() throws(UsageError) -> Int32 {
      throw UsageError("mutants exist only in a build with --traits Exploration")
    }
  #endif
}
