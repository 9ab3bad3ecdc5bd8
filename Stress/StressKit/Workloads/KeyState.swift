import Synchronization

/// What a workload knows of one key: two words that any worker may raise and read, and that never go down.
final class KeyState: Sendable {
  private let word = Atomic<UInt64>(0)
  private let counter = Atomic<UInt64>(0)

  /// The highest mark set so far.
  ///
  /// Taken before a resolve, it is what the answer must not be older than.
  var mark: UInt64 {
    word.load(ordering: .acquiring)  // Acquiring: the operation that set the mark had returned.
  }

  /// Sets the mark, unless it is higher already.
  ///
  /// Called after the operation that the mark stands for has returned.
  func raise(to mark: UInt64) {
    word.max(mark, ordering: .releasing)  // Releasing: pairs with the load in `mark`.
  }

  /// Sets the mark if none is set, and answers the one that is.
  ///
  /// Once it is set this only reads, so that readers do not slow each other down, nor order each other and hide a race.
  func settle(on mark: UInt64) -> UInt64 {
    let found = word.load(ordering: .relaxed)  // Relaxed: the mark is compared, nothing is reached through it.
    guard found == 0 else { return found }
    // Relaxed: the mark is compared, nothing is reached through it.
    let (exchanged, other) = word.compareExchange(expected: 0, desired: mark, ordering: .relaxed)
    return exchanged ? mark : other
  }

  /// Takes the next number of the key, counted from 1.
  func nextNumber() -> UInt64 {
    counter.add(1, ordering: .relaxed).newValue  // Relaxed: only the number counts.
  }

  /// The last number taken.
  var lastNumber: UInt64 {
    counter.load(ordering: .relaxed)  // Relaxed: only the number counts.
  }
}
