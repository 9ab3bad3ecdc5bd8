#if Exploration
  package import Searching

  /// How much of a scenario a hunt explores: with so many preemptions, and for so many seconds.
  package struct Effort: Sendable {
    fileprivate let bound: Int
    fileprivate let seconds: Double
  }

  extension Escalation<Scenario, Effort> {
    /// Explores scenarios first for a moment each and with few preemptions.
    package init(kernel scenarios: [Scenario], seconds: Double) {
      let efforts = [Effort(bound: 1, seconds: 0.1), Effort(bound: 1, seconds: 1), Effort(bound: 2, seconds: seconds)]
      self.init(scenarios, efforts: efforts, seconds: seconds)
    }

    package static func explore(_ scenario: Scenario, _ effort: Effort, _ time: Time) -> Result {
      let finding = Explorer.explore(scenario, .bounded(effort.bound), seconds: min(time.left, effort.seconds, time.share))
      return Result(schedules: finding.executions, found: finding.violation.map { (scenario.name, $0.what) })
    }
  }
#endif
