import Synchronization

/// How many things of a kind there are, and how many there were.
package final class Census: Sendable {
  private let born = Atomic(0)
  private let gone = Atomic(0)

  package init() {}

  package func wasBorn() { born.add(1, ordering: .relaxed) }
  func isGone() { gone.add(1, ordering: .relaxed) }

  package var total: Int { born.load(ordering: .relaxed) }
  package var alive: Int { total - gone.load(ordering: .relaxed) }
}
