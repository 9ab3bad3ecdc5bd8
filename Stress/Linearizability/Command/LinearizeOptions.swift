import Foundation
package import HoldfastStress

/// What the command line of `linearize` asks for.
public struct LinearizeOptions: Equatable, Sendable {
  /// What to do.
  public enum Mode: Equatable, Sendable {
    case run, help
  }

  public var mode = Mode.run
  /// How many operations to check; no limit if only a time is given.
  public var operations: Int?
  /// How long to go on at most.
  public var seconds: Double?
  public var threads = min(max(2 * ProcessInfo.processInfo.activeProcessorCount, 4), 16)
  public var keys = 6
  public var seed = SeededRandom.anySeed
  /// Where the JSON goes; `-` is the standard output.
  public var json: String?

  static let usualOperations = 10_000_000

  /// How many operations a run checks.
  var goal: Int { operations ?? (seconds == nil ? Self.usualOperations : .max) }

  /// The command that makes the same choices again.
  var replay: String {
    var command = "linearize --seed \(seed) --threads \(threads) --keys \(keys)"
    if let operations { command += " --operations \(operations)" }
    if let seconds { command += " --seconds \(seconds)" }
    return command
  }

  /// Reads a command line, without the program's name.
  package init(parsing arguments: [String]) throws(UsageError) { try Self.table.parse(arguments, into: &self) }

  private static var table: OptionTable<Self> {
    OptionTable([
      .whole("--operations", in: 1...1_000_000_000_000, "check N operations (10000000, or as many as --seconds allows)") {
        $0.operations = $1
      },
      .seconds("stop after N seconds") { $0.seconds = $1 },
      .whole("--threads", in: 2...64, "number of threads, 2 to 64 (twice the number of processors)") { $0.threads = $1 },
      .whole("--keys", in: 2...64, "number of keys, 2 to 64 (6)") { $0.keys = $1 },
      .seed { $0.seed = $1 },
      .json { $0.json = $1 },
      .help { $0.mode = .help },
    ])
  }

  /// What `--help` prints.
  static var help: String {
    table.help(
      "linearize",
      """
      Threads change and resolve a few keys of a Holdfast container, and the program records their calls. It then checks that every call took
      effect at one moment between its start and its end.
      """,
      """
      Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line, 130 after Ctrl-C if no check had failed.
      """)
  }
}
