import Synchronization

/// How many things of a kind there are, and how many there were.
final class Census: Sendable {
  private let born = Atomic(0)
  private let gone = Atomic(0)

  func wasBorn() { born.add(1, ordering: .relaxed) }
  func isGone() { gone.add(1, ordering: .relaxed) }

  var total: Int { born.load(ordering: .relaxed) }
  var alive: Int { total - gone.load(ordering: .relaxed) }
}
