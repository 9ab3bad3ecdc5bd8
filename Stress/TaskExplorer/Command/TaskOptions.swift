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

extension TaskOptions {
  /// What `--help` prints.
  package static let help = """
    Runs scenarios of a Holdfast container. A scheduler decides the order of all jobs: first it tries every order, then random orders.

    usage: explore tasks [options]

      --list              list the scenarios, and the mutants
      --scenario NAME     explore only this scenario; for several, repeat the option or separate names with commas
      --schedules N       random schedules after the exhaustive search; the scenarios share them (1000000)
      --seconds N         stop the whole run after N seconds
      --quick             the same as --seconds 20, or 40 with --mutants
      --seed N            the seed of the first random schedule of each scenario; each next schedule adds 1
      --replay CHOICES    run one schedule of a scenario again and print each job
      --json FILE         write the figures as JSON; - means standard output
      --mutants           switch on one planted defect after the other; fail if one is not found (needs a build with --traits Exploration)
      --mutant NAME       as --mutants, but only this defect, of any part; `none` is the code without a defect, in which none may be found
      --help              print this text

    Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line or a toolchain that cannot control jobs.
    """

  /// What `--list` prints.
  static var list: [String] {
    let rows = Scenario.all.map { ($0.name, $0.summary) } + MutantRun.catalogue
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0 + String(repeating: " ", count: width + 2 - $0.0.count) + $0.1 }
  }
}

extension TaskOptions {
  /// Reads a command line, without the program's name and the word `tasks`.
  ///
  /// A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    self.init()
    var isQuick = false
    var rest = Arguments(arguments, flags: Set(Self.flags.keys).union(["--quick"]), valued: Self.valued)
    while let (name, value) = try rest.next() {
      if name == "--quick" {
        isQuick = true
      } else if let flag = Self.flags[name] {
        // Asking for help wins over everything else.
        if mode != .help { mode = flag }
      } else {
        try set(name, to: value)
      }
    }
    if isQuick && seconds == nil { seconds = mode == .mutants ? 40 : 20 }
    if replay != nil && chosen.count != 1 { throw UsageError("--replay needs the one --scenario that it belongs to") }
  }

  private static let flags: [String: Mode] = ["--help": .help, "-h": .help, "--list": .list, "--mutants": .mutants]
  private static let valued: Set<String> = ["--scenario", "--mutant", "--schedules", "--seconds", "--seed", "--replay", "--json"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--scenario":
      for part in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard Scenario.all.contains(where: { $0.name == part }) else {
          throw UsageError("unknown scenario '\(part)'; --list shows all")
        }
        if !scenarios.contains(part) { scenarios.append(part) }
      }
    case "--mutant":
      mode = .mutants
      mutants += value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    case "--schedules":
      guard let number = Int(value), number >= 0 else { throw UsageError("--schedules must be a whole number from 0, not '\(value)'") }
      schedules = number
    case "--seconds": seconds = try Arguments.seconds(name, value)
    case "--seed": seed = try Arguments.seed(name, value)
    case "--replay":
      guard let choices = Choices(value) else { throw UsageError("--replay needs numbers with dots between them, not '\(value)'") }
      replay = choices
    default: json = value
    }
  }
}
