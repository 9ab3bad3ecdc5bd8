import Dispatch
import Foundation
import HoldfastStress

/// Runs loops on threads that start together, each on a core of its own while there are enough, and says how long all of them took.
enum ThreadCrew {
  /// Wall nanoseconds from the first start to the last end.
  static func run(_ bodies: [Body], turns: Int) -> Double {
    let barrier = StartBarrier(parties: bodies.count)
    let spans = SpanBox()
    let done = DispatchSemaphore(value: 0)
    for (number, body) in bodies.enumerated() {
      Thread.detachNewThread {
        CoreAffinity.keep(on: number, of: bodies.count)
        barrier.wait()
        let start = MonotonicClock.now()
        body.run(turns)
        spans.record(start: start, end: MonotonicClock.now())
        done.signal()
      }
    }
    for _ in bodies { done.wait() }
    return spans.wall
  }
}
