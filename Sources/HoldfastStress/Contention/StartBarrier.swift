import Synchronization

/// Holds every thread of a crew until all have arrived, then lets them go within microseconds of each other.
///
/// Threads yield while they wait, so that it also works with more threads than cores.
package final class StartBarrier: Sendable {
  private let parties: Int
  /// How many have arrived; only ever counts up. Sequentially consistent: it is no hot path, and it orders the set-up before the start.
  private let arrived = Atomic<Int>(0)

  package init(parties: Int) {
    self.parties = parties
  }

  /// Arrives and returns once all have.
  package func wait() {
    arrived.add(1, ordering: .sequentiallyConsistent)
    while arrived.load(ordering: .sequentiallyConsistent) < parties { MonotonicClock.yieldThread() }
  }
}
