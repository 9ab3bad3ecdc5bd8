import Searching

/// An instance, of the container under test or of the model: which attempt of which registration made it, and what it holds.
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
    census.born()
  }

  deinit { census.died() }

  var identity: String { "\(registration).\(attempt)" + (part.map { "[\($0.identity)]" } ?? "") }
}
