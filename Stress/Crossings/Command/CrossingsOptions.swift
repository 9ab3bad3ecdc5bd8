package import HoldfastStress

/// What the command line of `crossings` asks for.
package struct CrossingsOptions: Equatable, Sendable {
  /// What to do.
  package enum Mode: Equatable, Sendable {
    case run, list, help
  }

  package var mode = Mode.run
  /// How long to go on after every program ran once.
  package var seconds = 40.0
  package var seed = SeededRandom.anySeed
  /// Parts that every program must have.
  package var only: [String] = []
  /// Programs by their names; empty for all.
  package var programs: [String] = []
  /// How often at most each program runs.
  package var times = Int.max
  /// Both orders of two things.
  package var isFull = false
  /// Every order of the jobs.
  package var orders = false
  /// Whether the run ends with the first program that breaks a promise.
  package var untilFirst = false
  /// One order of one program's jobs.
  package var replay: String?
  package var json: String?
  /// Which share of the programs a child process runs, and where it begins: `share/of/from`.
  var worker: [Int]?

  /// Reads a command line, without the program's name.
  package init(parsing arguments: [String]) throws(UsageError) { try Self.table.parse(arguments, into: &self) }

  private static var table: OptionTable<Self> {
    let parts = Set(Things.all.map(\.name) + Events.all.map(\.name))
    return OptionTable([
      .flag("--list", "list the things and the events, and how many programs they make") { $0.mode = .list },
      .seconds(
        """
        run the programs again with other seeds until N seconds have passed (40). Every program runs at least once, even
        if that takes longer; a line every ten seconds shows the progress
        """
      ) { $0.seconds = $1 },
      .flag("--full", "try each pair of things in both orders") { $0.isFull = true },
      .flag("--orders", "try orders of the jobs, close to the first one, in a build with --traits Exploration") { $0.orders = true },
      .text("--replay", "CHOICES", "with --program: run again the order of jobs that a violation printed") { $0.replay = $1 },
      .words(
        "--only", "PART,…", "run only programs that have all these parts", known: parts.contains,
        unknown: { "no part is called '\($0)'; --list shows all" }, set: { $0.only.append($1) }),
      CommandOption("--program", "ID", "run only this program, as a violation prints it: THING>THING!EVENT!EVENT; repeat it for several") {
        options, id throws(UsageError) in
        guard Program(id) != nil else { throw UsageError("'\(id)' is no program: THING>THING!EVENT!EVENT with parts of --list") }
        options.programs.append(id)
      },
      .whole("--times", in: 1...(.max), "run each program at most N times") { $0.times = $1 },
      .flag("--first", "end with the first program that breaks a promise, and do not look for a smaller one") { $0.untilFirst = true },
      .seed { $0.seed = $1 },
      .json { $0.json = $1 },
      .help { $0.mode = .help },
      CommandOption("--worker", "SHARE", nil) { options, share throws(UsageError) in
        let numbers = share.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 3 else { throw UsageError("--worker is for child processes") }
        options.worker = numbers
      },
    ])
  }

  /// What `--help` prints.
  static var help: String {
    table.help(
      "crossings",
      """
      Makes programs from the features (things) of a Holdfast container and from events: one for each thing with each event, each two
      things, and each two events. It runs each program with threads and tasks, and checks the results.
      """,
      "Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line.")
  }
}
