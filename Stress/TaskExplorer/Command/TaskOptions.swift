/// What the command line of `explore tasks` asks for.
package struct TaskOptions: Equatable, Sendable {
  /// What to do.
  package enum Mode: Equatable, Sendable {
    case explore, mutants, list, help
  }

  package var mode = Mode.explore
  /// The names of the chosen scenarios, in the order given; empty for all.
  package var scenarios: [String] = []
  /// The names of the chosen mutants; empty for all.
  package var mutants: [String] = []
  /// How many random schedules, shared among the scenarios.
  package var schedules = 1_000_000
  /// The length of the whole run at most; nil for as long as it takes.
  package var seconds: Double?
  /// The seed of the first random schedule; the next one has the next number.
  package var seed = UInt64(UInt32.random(in: 1...UInt32.max))
  /// Replays one schedule.
  package var replay: Choices?
  /// Where the JSON goes; `-` is the standard output.
  package var json: String?

  package init() {}

  /// The chosen scenarios.
  var chosen: [Scenario] {
    scenarios.isEmpty ? Scenario.all : scenarios.compactMap { name in Scenario.all.first { $0.name == name } }
  }
}
