import Foundation
import Synchronization

/// How much slower than an idle machine this one is: a thread that sleeps and computes a little, again and again, and sees how long that takes.
///
/// Limits are counted in its beats, so that they grow with the load.
package final class LoadMeter: Sendable {
  /// What a beat takes on an idle machine: sleeping, and computing.
  private static let sleep: UInt32 = 9_500
  private static let work: UInt64 = 400_000
  private static let nominal = Duration.milliseconds(10)

  private let beats = Atomic<Int>(0)
  private let start = MonotonicClock.now()
  private let stop = Flag()

  package init() {
    let (beats, stop) = (UnsafeBeats(self), stop)
    let thread = Thread {
      while !stop.isSet {
        MonotonicClock.pauseThread(microseconds: Self.sleep)
        let begin = MonotonicClock.threadTime()
        while MonotonicClock.threadTime() &- begin < Self.work {}
        beats.meter?.beat()
      }
    }
    thread.start()
  }

  deinit {
    stop.set()
  }

  /// Lets go of the meter, so that the thread ends with it.
  private final class UnsafeBeats: @unchecked Sendable {  // unchecked: a weak constant
    weak let meter: LoadMeter?

    init(_ meter: LoadMeter) {
      self.meter = meter
    }
  }

  private func beat() {
    beats.add(1, ordering: .relaxed)  // Relaxed: a count.
  }

  /// The time since the meter began, as it would have been on an idle machine.
  package var elapsed: Duration { Self.nominal * beats.load(ordering: .relaxed) }  // Relaxed: a count.

  /// How many times longer than on an idle machine things take, on average since the meter began; 1 at least.
  package var slowdown: Double {
    let count = beats.load(ordering: .relaxed)  // Relaxed: a count.
    guard count > 0 else { return 1 }
    return max(1, MonotonicClock.seconds(since: start) / (Self.nominal * count / .seconds(1)))
  }
}
