/// What one round of recording looks like: a few episodes, each on a container of its own.
package struct Plan: Sendable, Equatable {
  package enum Mode: String, Sendable, CaseIterable {
    /// The container stays open: few and long episodes.
    case open
    /// The container is sealed somewhere in the middle: many and short episodes.
    case sealed
  }

  package var mode: Mode
  package var threads: Int
  package var keys: Int
  package var episodes: Int
  /// How many operations each thread carries out in an episode.
  package var operations: Int
  package var seed: UInt64
  /// Counts the rounds of a run; a round's choices follow from the seed and this number.
  package var round: Int

  package init(
    mode: Mode = .open, threads: Int = 4, keys: Int = 6, episodes: Int = 1, operations: Int = 100_000, seed: UInt64 = 1, round: Int = 0
  ) {
    self.mode = mode
    self.threads = threads
    self.keys = keys
    self.episodes = episodes
    self.operations = operations
    self.seed = seed
    self.round = round
  }

  /// The usual round of a mode, with about `size` operations in all.
  static func usual(_ mode: Mode, threads: Int, processors: Int, keys: Int, size: Int, seed: UInt64, round: Int) -> Plan {
    switch mode {
    case .open:
      return Plan(mode: mode, threads: threads, keys: keys, operations: max(1, size / threads), seed: seed, round: round)
    case .sealed:
      // More threads than processors would seldom be inside together in so short an episode; but two are to go on while one seals.
      let threads = min(threads, max(3, processors))
      let operations = 240
      return Plan(
        mode: mode, threads: threads, keys: keys, episodes: max(1, size / (threads * operations)), operations: operations, seed: seed,
        round: round)
    }
  }
}
