import Synchronization

/// A switch that goes on once and stays on.
package final class Flag: Sendable {
  private let word = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool {
    word.load(ordering: .acquiring)  // Acquiring: what was written before `set` is seen.
  }

  package func set() {
    word.store(true, ordering: .releasing)  // Releasing: pairs with the load in `isSet`.
  }

  /// Sets it; answers whether it was not set before.
  package func setFirst() -> Bool {
    !word.exchange(true, ordering: .acquiringAndReleasing)  // Both: as `isSet` and `set`.
  }
}
