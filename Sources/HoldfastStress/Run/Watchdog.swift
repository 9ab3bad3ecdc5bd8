/// Decides from what it is shown whether a worker has stopped making progress; it reads no clock and no worker itself.
///
/// Every worker counts by itself: one caller that is never woken is a stall, even while all others go on.
package struct Watchdog {
  /// What is seen of a worker at one moment.
  package struct Beat: Equatable {
    package var operations: UInt64
    package var isFinished: Bool

    package init(operations: UInt64, isFinished: Bool = false) {
      self.operations = operations
      self.isFinished = isFinished
    }
  }

  /// Nanoseconds without progress that make a stall.
  let threshold: UInt64
  private var last: [Beat]
  private var since: [UInt64]

  package init(threshold: UInt64, workers: Int, now: UInt64) {
    self.threshold = threshold
    last = Array(repeating: Beat(operations: 0), count: workers)
    since = Array(repeating: now, count: workers)
  }

  /// Takes in what is seen now; answers for how long each worker that is stuck has been so, by its index; empty if all go on.
  package mutating func look(at beats: [Beat], now: UInt64) -> [Int: UInt64] {
    var stuck: [Int: UInt64] = [:]
    for (index, beat) in beats.enumerated() {
      if beat != last[index] {
        last[index] = beat
        since[index] = now
      } else if !beat.isFinished, now - since[index] >= threshold {
        stuck[index] = now - since[index]
      }
    }
    return stuck
  }
}
