package import HoldfastStress

/// What the command line of `fuzz` asks for.
package struct FuzzOptions: Equatable, Sendable {
  /// What to do.
  package enum Mode: Equatable, Sendable {
    case run, selfTest, help
  }

  package var mode = Mode.run
  package var seconds = 10.0
  /// The most sequences.
  package var sequences = Int.max
  package var seed = SeededRandom.anySeed
  /// A file with one sequence, to be run again.
  package var replay: String?
  /// Where libFuzzer, if it is to choose the sequences, keeps what reached new code.
  package var guided: String?
  /// Where the JSON goes; `-` is the standard output.
  package var json: String?

  /// Reads a command line, without the program's name.
  package init(parsing arguments: [String]) throws(UsageError) { try Self.table.parse(arguments, into: &self) }

  private static var table: OptionTable<Self> {
    OptionTable([
      .seconds("length of the run in seconds (10)") { $0.seconds = $1 },
      .whole("--sequences", in: 1...(.max), "end after N sequences, if that comes first") { $0.sequences = $1 },
      .seed("try the same sequences as the run that printed this seed") { $0.seed = $1 },
      .text("--replay", "FILE", "run one printed sequence again, step by step") { $0.replay = $1 },
      .text("--guided", "FOLDER", "let libFuzzer choose the sequences; the folder keeps those that reached new code (scripts/guided)") {
        $0.guided = $1
      },
      .json { $0.json = $1 },
      .flag("--self-test", "plant differences in the model; fail if one is not found") { $0.mode = .selfTest },
      .help { $0.mode = .help },
    ])
  }

  /// What `--help` prints.
  static var help: String {
    table.help(
      "fuzz",
      """
      Makes random sequences of calls to a Holdfast container and its child, on one thread. After each call it compares the result and the
      objects that are alive with a simple model made of dictionaries.
      """,
      "Exit status: 0 if container and model agreed, 1 if they differed, 2 for a mistake on the command line, 130 after Ctrl-C.")
  }
}
