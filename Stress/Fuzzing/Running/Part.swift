import OnceKernel

/// What the container under test builds: it says which attempt of which registration made it.
final class Part: Sendable {
  let registration: Int
  let attempt: Int
  let part: Part?
  private let census: Census

  init(_ registration: Int, attempt: Int, part: Part?, census: Census) {
    self.registration = registration
    self.attempt = attempt
    self.part = part
    self.census = census
    census.add(1)
  }

  deinit { census.add(-1) }

  var identity: String { "\(registration).\(attempt)" + (part.map { "[\($0.identity)]" } ?? "") }
}

/// Counts the parts that live.
final class Census: Sendable {
  private let count = Guarded(0)

  var living: Int { count.withLock { $0 } }

  func add(_ difference: Int) { count.withLock { $0 += difference } }
}
