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
    Tries every feature of a Holdfast container against every event, and every pair of either, with threads and tasks, and checks what must hold.

    usage: crossings [options]

      --list             list the things and the events, and how many programs they make
      --seconds N        go on with other seeds until so much time is over (40). Every program runs once,
                         however long that takes, which a line every ten seconds tells
      --full             two things in both orders
      --orders           every order of the jobs, in a build with --traits Exploration
      --replay CHOICES   one order of the jobs of one --program again, as a violation names it
      --only PART,…      programs with these parts only
      --program ID       one program, as a violation names it: THING>THING!EVENT!EVENT
      --times N          how often each program runs at most
      --seed N           make the same choices as the run that printed this seed
      --json FILE        write the figures as JSON; - is the standard output
      --help             print this

    Exit status: 0 if everything held, 1 if something did not, 2 for a mistake on the command line.
    """
}
