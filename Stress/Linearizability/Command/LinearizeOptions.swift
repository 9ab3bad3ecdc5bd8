import Foundation
import HoldfastStress

/// What the command line of `linearize` asks for.
public struct LinearizeOptions: Equatable, Sendable {
  /// What to do.
  public enum Mode: Equatable, Sendable {
    case run, selfTest, mutants, help
  }

  public var mode = Mode.run
  /// How many operations to check; no limit if only a time is given.
  public var operations: Int?
  /// How long to go on at most.
  public var seconds: Double?
  public var threads = min(max(2 * ProcessInfo.processInfo.activeProcessorCount, 4), 16)
  public var keys = 6
  /// The seed; short enough to be typed, and to pass through JSON unharmed, if none is given.
  public var seed = UInt64(UInt32.random(in: 1...UInt32.max))
  /// Where the JSON goes; `-` is the standard output.
  public var json: String?

  public init() {}

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

  /// What `--help` prints.
  static let help = """
    Threads change and resolve a few keys of a Holdfast container, and the program records their calls. It then checks that every call took
    effect at one moment between its begin and its end.

    usage: linearize [options]

      --operations N      check N operations (10000000, or as many as --seconds allows)
      --seconds N         stop after N seconds
      --threads N         number of threads, 2 to 64 (twice the number of processors)
      --keys N            number of keys, 2 to 64 (6)
      --seed N            make the same random choices as the run that printed this seed
      --json FILE         write the figures as JSON; - means standard output
      --self-test         check containers with planted defects; fail if one is not found
      --mutants           switch on each planted defect of publication, each in a new process; needs a build with --traits Exploration
      --help              print this text

    Exit status: 0 if every check passed, 1 if one failed, 2 for a mistake on the command line, 130 after Ctrl-C if no check had failed.
    """
}
