import Synchronization

/// A counter that shares no cache line with anything else that is written.
package final class PaddedCounter: Sendable {
  // The counter stands 128 bytes from either end of the object, which is two cache lines on most machines and one on Apple's.
  private let before: (Padding, Padding) = (Padding(), Padding())
  private let word = Atomic<UInt64>(0)
  private let after: (Padding, Padding) = (Padding(), Padding())

  package init() {}

  /// Counts one more and answers the new count.
  @discardableResult
  package func increment() -> UInt64 {
    // Relaxed: a count orders nothing; the exact value is read after joining the writers.
    word.add(1, ordering: .relaxed).newValue
  }

  func add(_ amount: UInt64) {
    word.add(amount, ordering: .relaxed)  // Relaxed: a count orders nothing.
  }

  package var value: UInt64 {
    word.load(ordering: .relaxed)  // Relaxed: a count orders nothing.
  }

  private struct Padding: Sendable {
    let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  }
}
