import HoldfastStress

/// Explores one scenario after the other, and all of them again with more effort, so that what is easy to find is found at once.
package struct Escalation<Scenario, Effort> {
  /// What exploring one scenario, or all of them, came to.
  package struct Result {
    package var schedules: Int
    package var seconds = 0.0
    /// The scenario that showed something, and what; nil if none did.
    package var found: (scenario: String, problem: String)?

    package init(schedules: Int = 0, found: (scenario: String, problem: String)? = nil) {
      self.schedules = schedules
      self.found = found
    }
  }

  /// The time that one scenario may take, in seconds.
  package struct Time {
    /// All that is left.
    package let left: Double
    /// An equal share of it among the scenarios that are still to come with this effort.
    package let share: Double
  }

  private let scenarios: [Scenario]
  private let efforts: [Effort]
  private let seconds: Double

  package init(_ scenarios: [Scenario], efforts: [Effort], seconds: Double) {
    self.scenarios = scenarios
    self.efforts = efforts
    self.seconds = seconds
  }

  /// Explores until one scenario shows something or the time is over.
  package func run(_ explore: (Scenario, Effort, Time) -> Result) -> Result {
    let budget = Budget(seconds)
    var result = Result()
    let loop = SearchLoop(attempts: efforts.count * scenarios.count, seconds: seconds)
    let outcome = loop.run { number -> SearchLoop.Step<(scenario: String, problem: String)> in
      let index = number % scenarios.count
      let time = Time(left: budget.left(), share: budget.share(among: scenarios.count - index, least: 1))
      let explored = explore(scenarios[index], efforts[number / scenarios.count], time)
      result.schedules += explored.schedules
      return explored.found.map { .found($0) } ?? .nothing
    }
    result.seconds = outcome.seconds
    result.found = outcome.finding
    return result
  }
}
