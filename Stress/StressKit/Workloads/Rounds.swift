import HoldfastStress

/// The round that a workload is in, for workloads whose workers meet between rounds.
///
/// Only the last worker at the gate calls `advance`, while all others wait there; the gate's atomics order that against every read.
// Unchecked: the fields are written by the last worker at the gate only, and no worker reads them meanwhile.
final class Rounds<Round: Sendable>: @unchecked Sendable {
  /// How many rounds have begun.
  private(set) var number = 0  // Guarded by the gate.
  /// The round under way.
  private(set) var current: Round  // Guarded by the gate.
  private var random: SeededRandom  // Guarded by the gate.

  init(seed: UInt64, name: String, first: Round) {
    random = SeededRandom(seed: seed, name: name, number: -1)
    current = first
  }

  /// Begins the next round with what `make` makes of its number and the rounds' own generator.
  func advance(_ make: (_ number: Int, _ random: inout SeededRandom) -> Round) {
    number += 1
    current = make(number, &random)
  }
}
