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
    Records what threads do with a few keys of a Holdfast container, and checks that every change and every resolve took effect in one moment.

    usage: linearize [options]

      --operations N      how many operations to check (10000000, or as many as --seconds allows)
      --seconds N         how long to go on at most
      --threads N         threads, 2 to 64 (twice the processors)
      --keys N            keys, 2 to 64 (6)
      --seed N            make the same choices as the run that printed this seed
      --json FILE         write the figures as JSON; - is the standard output
      --self-test         check containers that are broken on purpose; each must be caught
      --mutants           check the mutants of publication, each in a process of its own; needs a build with --traits Exploration
      --help              print this

    Exit status: 0 if all held, 1 if something did not, 2 for a mistake on the command line, 130 if interrupted and all held so far.
    """
}
