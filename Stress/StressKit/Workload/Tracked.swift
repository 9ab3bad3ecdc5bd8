package import HoldfastStress
import OnceKernel
import Synchronization

/// The only kind of object the workloads build: it counts itself in the run's ledger, and carries what the invariants need to know.
package final class Tracked: Sendable {
  /// The key whose factory built it.
  package let key: Int
  /// The registration (or the round) whose factory built it.
  package let generation: UInt64
  /// When its factory started, on the monotonic clock.
  package let started: UInt64
  /// Its number among all builds of the run; no two objects share one, and none is 0.
  package let serial: UInt64

  private let seal: UInt64
  private let claimed = Atomic<Bool>(false)
  private let ledger: Ledger

  /// Builds one.
  ///
  /// Call it in a factory; `started` is the time at which that factory was entered.
  package init(key: Int, generation: UInt64 = 0, started: UInt64 = MonotonicClock.now(), in ledger: Ledger) {
    self.key = key
    self.generation = generation
    self.started = started
    self.ledger = ledger
    serial = ledger.born()
    seal = Self.seal(serial: serial, key: key)
  }

  deinit {
    HeldLocks.expectNone()
    ledger.died()
  }

  /// Whether the object was wholly built before it was handed out.
  package var isIntact: Bool {
    seal == Self.seal(serial: serial, key: key)
  }

  /// Takes the object for the caller alone; false if it was taken before.
  package func claim() -> Bool {
    !claimed.exchange(true, ordering: .relaxed)  // Relaxed: which caller comes first is all that matters.
  }

  /// Whether a caller has taken the object.
  package var isClaimed: Bool {
    claimed.load(ordering: .relaxed)  // Relaxed: as in `claim`; code that relies on the answer was ordered after the claim otherwise.
  }

  private static func seal(serial: UInt64, key: Int) -> UInt64 {
    (serial ^ 0x5bd1_e995_9e37_79b9) &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(truncatingIfNeeded: key)
  }
}
