import Synchronization

/// Collects when each worker started and ended.
final class SpanBox: Sendable {
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
