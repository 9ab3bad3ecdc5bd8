/// The model's idea of an instance: which attempt of which registration made it, and what it holds.
final class ModelPart {
  let registration: Int
  let attempt: Int
  let part: ModelPart?
  private let census: ModelCensus

  init(_ registration: Int, attempt: Int, part: ModelPart?, census: ModelCensus) {
    self.registration = registration
    self.attempt = attempt
    self.part = part
    self.census = census
    census.living += 1
  }

  deinit { census.living -= 1 }

  var identity: String { "\(registration).\(attempt)" + (part.map { "[\($0.identity)]" } ?? "") }
}

/// Counts the instances that live, one run at a time on one thread.
final class ModelCensus {
  var living = 0
}
