package import HoldfastStress

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
  package var seed = SeededRandom.anySeed
  /// Replays one schedule.
  package var replay: Choices?
  /// Where the JSON goes; `-` is the standard output.
  package var json: String?

  private var isQuick = false

  package init() {}

  /// The chosen scenarios.
  var chosen: [Scenario] {
    scenarios.isEmpty ? Scenario.all : scenarios.compactMap { name in Scenario.all.first { $0.name == name } }
  }
}

extension TaskOptions {
  /// Reads a command line, without the program's name and the word `tasks`.
  package init(parsing arguments: [String]) throws(UsageError) {
    self.init()
    try Self.table.parse(arguments, into: &self)
    if isQuick && seconds == nil { seconds = mode == .mutants ? 40 : 20 }
    if replay != nil && chosen.count != 1 { throw UsageError("--replay needs exactly one --scenario") }
  }

  private static var table: OptionTable<Self> {
    OptionTable([
      .flag("--list", "list the scenarios, and the mutants") { $0.mode = .list },
      .words(
        "--scenario", "NAME", "explore only this scenario; for several, repeat the option or separate names with commas",
        known: { name in Scenario.all.contains { $0.name == name } }, unknown: { "unknown scenario '\($0)'; --list shows all" },
        set: { if !$0.scenarios.contains($1) { $0.scenarios.append($1) } }),
      .whole(
        "--schedules", in: 0...(.max),
        """
        how many random schedules to try after the exhaustive search, for all scenarios together (1000000); with --mutant, at
        most N schedules of each scenario
        """
      ) { $0.schedules = $1 },
      .seconds("stop the whole run after N seconds") { $0.seconds = $1 },
      .flag("--quick", "the same as --seconds 20, or 40 with --mutants") { $0.isQuick = true },
      .seed("the seed of each scenario's first random schedule; the next ones use N + 1, N + 2 and so on") { $0.seed = $1 },
      CommandOption("--replay", "CHOICES", "run one schedule of a scenario again and print each job") {
        options, text throws(UsageError) in
        guard let choices = Choices(text) else { throw UsageError("--replay needs numbers with dots between them, not '\(text)'") }
        options.replay = choices
      },
      .json { $0.json = $1 },
      .flag(
        "--mutants", "switch on one planted defect after the other; fail if one is not found (needs a build with --traits Exploration)"
      ) { $0.mode = .mutants },
      .words(
        "--mutant", "NAME",
        "as --mutants, but with this defect only, of any part; with `none` there is no defect, and finding one is a failure",
        known: { _ in true }, unknown: { $0 },
        set: {
          $0.mode = .mutants
          $0.mutants.append($1)
        }),
      .help { $0.mode = .help },
    ])
  }

  /// What `--help` prints.
  package static var help: String {
    table.help(
      "explore tasks",
      "Runs scenarios of a Holdfast container. A scheduler decides the order of all jobs: first it tries every order, then random orders.",
      "Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line or a toolchain that cannot control jobs.")
  }

  /// What `--list` prints.
  static var list: [String] { Table.list(Scenario.all.map { ($0.name, $0.summary) } + MutantRun.catalogue) }
}
