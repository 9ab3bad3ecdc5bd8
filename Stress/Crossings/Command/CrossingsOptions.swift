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
  package var seed = UInt64(UInt32.random(in: 1...UInt32.max))
  /// Parts that every program must have.
  package var only: [String] = []
  /// One program, by its name.
  package var program: String?
  /// How often at most each program runs.
  package var times = Int.max
  /// Both orders of two things.
  package var isFull = false
  /// Every order of the jobs.
  package var orders = false
  /// One order of one program's jobs.
  package var replay: String?
  package var json: String?
  /// Which share of the programs a child process runs, and where it begins: `share/of/from`.
  var worker: [Int]?

  /// Reads a command line, without the program's name. A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    var arguments = Arguments(arguments, flags: Self.flags, valued: Self.valued)
    while let (name, value) = try arguments.next() { try set(name, to: value) }
  }

  private static let flags: Set<String> = ["--help", "-h", "--list", "--full", "--orders"]
  private static let valued: Set<String> = ["--seconds", "--seed", "--only", "--program", "--times", "--json", "--worker", "--replay"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--help", "-h": mode = .help
    case "--list": if mode != .help { mode = .list }
    case "--full": isFull = true
    case "--orders": orders = true
    case "--seconds": seconds = try Arguments.seconds(name, value)
    case "--seed": seed = try Arguments.seed(name, value)
    case "--times":
      guard let number = Int(value), number > 0 else { throw UsageError("--times must be a whole number above 0, not '\(value)'") }
      times = number
    case "--only":
      let known = Set(Things.all.map(\.name) + Events.all.map(\.name))
      for part in value.split(separator: ",").map(String.init) {
        guard known.contains(part) else { throw UsageError("no part is called '\(part)'; --list shows all") }
        only.append(part)
      }
    case "--program":
      guard Program(value) != nil else { throw UsageError("'\(value)' is no program: THING>THING!EVENT!EVENT with parts of --list") }
      program = value
    case "--replay": replay = value
    case "--worker":
      let numbers = value.split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 3 else { throw UsageError("--worker is for child processes") }
      worker = numbers
    default: json = value
    }
  }

  /// What `--help` prints.
  static let help = """
    Combines every feature of a Holdfast container (a thing) with every event, and pairs of both, into programs. It runs each program with
    threads and tasks, and checks the results.

    usage: crossings [options]

      --list             list the things and the events, and how many programs they make
      --seconds N        run the programs again with other seeds until N seconds have passed (40). Every program runs at least once, even
                         if that takes longer; a line every ten seconds shows the progress
      --full             try each pair of things in both orders
      --orders           try every order of the jobs, in a build with --traits Exploration
      --replay CHOICES   run one order of the jobs of one --program again, as a violation prints it
      --only PART,…      run only programs that have all these parts
      --program ID       run only this program, as a violation prints it: THING>THING!EVENT!EVENT
      --times N          run each program at most N times
      --seed N           make the same random choices as the run that printed this seed
      --json FILE        write the figures as JSON; - means standard output
      --help             print this text

    Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line.
    """
}
