import HoldfastStress

extension SearchReport {
  /// One line for people.
  package var line: String {
    let extent =
      switch (kind, isComplete) {
      case (.exhaustive, true): "every schedule"
      case (.bounded(let bound), true): "every schedule with up to \(bound) deviations"
      case (.exhaustive, false), (.bounded, false): finding == nil ? "not every schedule: out of time" : "stopped at a violation"
      case (.random, _): finding == nil ? "random" : "random, stopped at a violation"
      }
    let seconds = Figures.hundredths(seconds).aligned(to: 8)
    return "\(scenario.padded(to: 26))\("\(schedules)".aligned(to: 10)) schedules \(seconds) s  \(extent)"
  }
}

extension SearchReport.Finding {
  /// What is printed about it.
  func lines(of scenario: Scenario) -> [String] {
    problems.map { "VIOLATION in \(scenario.name): \($0)" } + trace.map { "  " + $0 }
      + [
        "  again: explore tasks --scenario \(scenario.name) --replay \(choices)",
        seed.map { "  found as: explore tasks --scenario \(scenario.name) --seed \($0) --schedules 1" } ?? "",
      ].filter { !$0.isEmpty }
  }
}

extension Scenario {
  /// The goals that no schedule of these searches came to; none is missed by a search that broke off.
  func unreached(in reports: [SearchReport]) -> [String] {
    if !reports.contains(where: \.isComplete) || reports.contains(where: { $0.finding != nil }) { return [] }
    let reached = reports.reduce(0) { $0 | $1.reached }
    return goals.enumerated().filter { reached & 1 << UInt64($0.offset) == 0 }.map(\.element)
  }
}
