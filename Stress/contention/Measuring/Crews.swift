import Dispatch
import HoldfastStress
import Synchronization

/// Runs loops on threads that start together, each on a core of its own while there are enough, and says how long all of them took.
enum ThreadCrew {
  /// Wall nanoseconds from the first start to the last end.
  static func run(_ bodies: [Body], turns: Int) -> Double {
    let barrier = StartBarrier(parties: bodies.count)
    let spans = SpanBox()
    let threads = ThreadGroup(bodies.count) { number in
      CoreAffinity.keep(on: number, of: bodies.count)
      barrier.wait()
      let start = MonotonicClock.now()
      bodies[number].run(turns)
      spans.record(start: start, end: MonotonicClock.now())
    }
    threads.wait()
    return spans.wall
  }
}

/// Runs loops on tasks, and says how long all of them took.
///
/// Tasks cannot wait for each other at a barrier (the pool is as wide as the machine has cores), so each brings its own times.
enum TaskCrew {
  /// Wall nanoseconds from the first start to the last end; blocks the calling thread, which is none of the pool's.
  static func run(_ bodies: [AsyncBody], turns: Int) -> Double {
    let spans = SpanBox()
    let done = DispatchSemaphore(value: 0)
    for body in bodies {
      Task.detached {
        let start = MonotonicClock.now()
        await body.run(turns)
        spans.record(start: start, end: MonotonicClock.now())
        done.signal()
      }
    }
    for _ in bodies { done.wait() }
    return spans.wall
  }
}

/// Collects when each worker started and ended.
private final class SpanBox: Sendable {
  private struct Span {
    var start = UInt64.max
    var end = UInt64.min
  }

  /// The span over all workers so far; guarded by its mutex.
  private let span = Mutex(Span())

  /// Adds one worker's times.
  func record(start: UInt64, end: UInt64) {
    span.withLock {
      $0.start = min($0.start, start)
      $0.end = max($0.end, end)
    }
  }

  /// Nanoseconds from the first start to the last end.
  var wall: Double {
    span.withLock { Double($0.end - $0.start) }
  }
}
