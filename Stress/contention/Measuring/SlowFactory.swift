import HoldfastStress
import Synchronization

/// The factory that takes 100 ms, and the news that it has begun and ended.
enum SlowFactory {
  /// How long it sleeps.
  static let microseconds: UInt32 = 100_000

  /// How often it has begun, and ended; both only ever count up. Relaxed: nothing is handed over with them.
  private static let beginnings = Atomic<Int>(0)
  private static let ends = Atomic<Int>(0)

  static var begun: Int {
    @inline(__always) get { beginnings.load(ordering: .relaxed) }
  }

  static var ended: Int {
    @inline(__always) get { ends.load(ordering: .relaxed) }
  }

  /// The factory.
  static func service() -> any Service {
    sleep()
    return LiveService()
  }

  /// What it does; on its own, the idle half of the comparison.
  static func sleep() {
    beginnings.add(1, ordering: .relaxed)
    MonotonicClock.pauseThread(microseconds: microseconds)
    ends.add(1, ordering: .relaxed)
  }
}
