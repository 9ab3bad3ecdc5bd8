import Foundation
import HoldfastStress

/// Times single hits on one thread while another sleeps for 100 ms: first on its own, then inside the factory of another key.
///
/// Only hits that overlap the sleep count. Otherwise thousands of undisturbed ones, from just before and after, would hide the single
/// hit that waits for all of it.
enum BuildWindow {
  /// Slow keys that a subject prepares; each sample builds one of them.
  static let slowKeys = 40

  /// A row of hits on a thread; `build` is handed the number of the slow key to build on another.
  @inline(__always)
  static func work<O: Operation>(hit: O, build: @escaping @Sendable (Int) -> Void) -> Work {
    let hits: @Sendable (Int) -> Histogram = { begun in
      var histogram = Histogram()
      do {
        while SlowFactory.ended == begun {
          let start = MonotonicClock.now()
          try hit.perform(0)
          let end = MonotonicClock.now()
          if SlowFactory.begun > begun { histogram.record(end &- start) }
        }
      } catch {
        fatalError("a hit failed while it was measured: \(error)")
      }
      return histogram
    }
    return work(build: build) { begun, box in
      Thread.detachNewThread { box.fill(hits(begun)) }
    }
  }

  /// A row of hits that a task awaits; the build blocks a thread of its own.
  @inline(__always)
  static func work<O: AsyncOperation>(hit: O, build: @escaping @Sendable (Int) -> Void) -> Work {
    let hits: @Sendable (Int) async -> Histogram = { begun in
      var histogram = Histogram()
      do {
        while SlowFactory.ended == begun {
          let start = MonotonicClock.now()
          try await hit.run(1)
          let end = MonotonicClock.now()
          if SlowFactory.begun > begun { histogram.record(end &- start) }
        }
      } catch {
        fatalError("a hit failed while it was measured: \(error)")
      }
      return histogram
    }
    return work(build: build) { begun, box in
      Task.detached { box.fill(await hits(begun)) }
    }
  }

  private static func work(build: @escaping @Sendable (Int) -> Void, start: @escaping (Int, HistogramBox) -> Void) -> Work {
    var key = 0
    return .custom {
      defer { key += 1 }
      var pair = LatencyPair()
      pair.idle = window(start) { SlowFactory.sleep() }
      let begin = MonotonicClock.now()
      pair.disturbed = window(start) { build(key) }
      return Sample(nanoseconds: Double(MonotonicClock.now() - begin), operations: Int(pair.disturbed.count), latency: pair)
    }
  }

  /// What the hits took for as long as `other` kept this thread.
  private static func window(_ start: (Int, HistogramBox) -> Void, while other: () -> Void) -> Histogram {
    let box = HistogramBox()
    start(SlowFactory.begun, box)
    other()
    return box.take()
  }
}
