import Synchronization

/// What is known of a connection; one for each.
package final class ConnectionLog: Sendable {
  private let requests = Atomic(0)
  private let counters: Counters

  package init(counters: Counters) {
    self.counters = counters
    counters.objects.wasBorn()
  }

  deinit { counters.objects.isGone() }

  /// The number of a request of the connection.
  func nextRequest() -> Int { requests.add(1, ordering: .relaxed).newValue }
}
