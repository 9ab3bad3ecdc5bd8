#if Exploration
  import OnceKernel
  package import Searching

  /// How much of a scenario a hunt explores: with so many preemptions, and so many schedules.
  package struct Effort: Sendable {
    fileprivate let bound: Int
    fileprivate let schedules: Int
  }

  extension Escalation<Scenario, Effort> {
    /// Explores first a few schedules of each scenario, with few preemptions. The effort is counted in schedules, so that a loaded machine
    /// finds what an idle one finds.
    package init(kernel scenarios: [Scenario], schedules: Int = .max, seconds: Double) {
      let efforts = [Effort(bound: 1, schedules: 5_000), Effort(bound: 1, schedules: 100_000), Effort(bound: 2, schedules: schedules)]
      self.init(scenarios, efforts: efforts.filter { $0.schedules <= schedules }, seconds: seconds)
    }

    package static func explore(_ scenario: Scenario, _ effort: Effort, _ time: Time) -> Result {
      Mutant.beginUnit(scenario.name)
      let finding = Explorer.explore(scenario, .bounded(effort.bound), seconds: min(time.left, time.share), executions: effort.schedules)
      return Result(schedules: finding.executions, found: finding.violation.map { (scenario.name, $0.what) })
    }
  }
#endif
