import OnceKernel
import Synchronization

/// How many of some objects live: each tells it in its initializer and in its `deinit`.
package final class Census: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  package var living: Int { count.load(ordering: .relaxed) }  // Relaxed: a count; it is relied on when no thread changes it any more.

  package func born() {
    count.add(1, ordering: .relaxed)  // Relaxed: a count.
  }

  /// Looks for locks of the container too: what dies may be a user's.
  package func died() {
    HeldLocks.expectNone()
    count.subtract(1, ordering: .relaxed)  // Relaxed: a count.
  }
}
