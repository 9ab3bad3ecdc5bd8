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

/// Where an instance is kept, strongly or weakly.
struct ModelCell {
  private var held: ModelPart?
  private weak var watched: ModelPart?

  /// What is there.
  var part: ModelPart? { held ?? watched }

  init(_ part: ModelPart, isWeak: Bool) {
    if isWeak { watched = part } else { held = part }
  }
}

/// What was registered under a key.
final class ModelRegistration {
  /// The number of the step that registered it.
  let number: Int
  let kind: Step.Kind
  let needs: Step.Word?
  let failsFirst: Bool
  /// How often its factory has started, wherever it was built.
  var attempts = 0
  /// The value that was there before it was registered.
  let instance: ModelPart?

  init(_ number: Int, _ step: Step, census: ModelCensus) {
    self.number = number
    kind = step.kind
    needs = step.needs
    failsFirst = step.flag
    instance = step.kind == .instance ? ModelPart(number, attempt: 0, part: nil, census: census) : nil
  }
}
