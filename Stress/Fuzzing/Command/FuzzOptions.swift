package import HoldfastStress

/// What the command line of `fuzz` asks for.
package struct FuzzOptions: Equatable, Sendable {
  /// What to do.
  package enum Mode: Equatable, Sendable {
    case run, selfTest, help
  }

  package var mode = Mode.run
  package var seconds = 10.0
  /// The seed; short enough to be typed, and to pass through JSON unharmed, if none is given.
  package var seed = UInt64(UInt32.random(in: 1...UInt32.max))
  /// A file with one sequence, to be run again.
  package var replay: String?
  /// Where libFuzzer, if it is to choose the sequences, keeps what reached new code.
  package var guided: String?
  /// Where the JSON goes; `-` is the standard output.
  package var json: String?

  /// Reads a command line, without the program's name. A value follows its option as the next argument or after `=`.
  package init(parsing arguments: [String]) throws(UsageError) {
    var arguments = Arguments(arguments, flags: Set(Self.flags.keys), valued: Self.valued)
    while let (name, value) = try arguments.next() {
      // Asking for help wins over everything else.
      if let flag = Self.flags[name] { mode = mode == .help ? .help : flag } else { try set(name, to: value) }
    }
  }

  private static let flags: [String: Mode] = ["--help": .help, "-h": .help, "--self-test": .selfTest]
  private static let valued: Set<String> = ["--seconds", "--seed", "--replay", "--guided", "--json"]

  private mutating func set(_ name: String, to value: String) throws(UsageError) {
    switch name {
    case "--seconds": seconds = try Arguments.seconds(name, value)
    case "--seed": seed = try Arguments.seed(name, value)
    case "--replay": replay = value
    case "--guided": guided = value
    default: json = value
    }
  }

  /// What `--help` prints.
  static let help = """
    Makes random sequences of calls to a Holdfast container and its child, on one thread. After each call it compares the result and the
    objects that are alive with a simple model made of dictionaries.

    usage: fuzz [options]

      --seconds N     length of the run in seconds (10)
      --seed N        try the same sequences as the run that printed this seed
      --replay FILE   run one printed sequence again, step by step
      --guided FOLDER let libFuzzer choose the sequences; the folder keeps those that reached new code (scripts/guided)
      --json FILE     write the figures as JSON; - means standard output
      --self-test     plant differences in the model; fail if one is not found
      --help          print this text

    Exit status: 0 if container and model agreed, 1 if they differed, 2 for a mistake on the command line, 130 after Ctrl-C.
    """
}
