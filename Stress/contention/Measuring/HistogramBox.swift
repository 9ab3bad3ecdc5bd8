import Dispatch
import HoldfastStress
import Synchronization

/// Hands a histogram from the thread that filled it to the one that waits for it.
final class HistogramBox: Sendable {
  /// Guarded by its mutex.
  private let histogram = Mutex(Histogram())
  private let filled = DispatchSemaphore(value: 0)

  func fill(_ value: Histogram) {
    histogram.withLock { $0 = value }
    filled.signal()
  }

  /// Waits until the histogram is there.
  func take() -> Histogram {
    filled.wait()
    return histogram.withLock { $0 }
  }
}
