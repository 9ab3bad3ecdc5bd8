import Dispatch
import HoldfastStress

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

  /// Runs one task to its end; for setting up, and for steps that are timed as a whole.
  static func wait(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      done.signal()
    }
    done.wait()
  }
}
