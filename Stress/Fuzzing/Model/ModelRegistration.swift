import Searching

/// What was registered under a key.
final class ModelRegistration {
  /// The number of the step that registered it.
  let number: Int
  let kind: Step.Kind
  let needs: Step.Word?
  let failsFirst: Bool
  /// The key for which it stands, if it is a forward.
  let target: Step.Word?
  /// Whether it is of what is made from an argument.
  let takesArgument: Bool
  /// How often its factory has started, wherever it was built.
  var attempts = 0
  /// The value that was there before it was registered.
  let instance: Part?

  init(_ number: Int, _ step: Step, census: Census) {
    self.number = number
    kind = step.verb == .forward ? .transient : step.kind
    target = step.verb == .forward ? step.needs : nil
    takesArgument = step.verb == .registerMade || step.verb == .forward && step.flag
    needs = step.needs
    failsFirst = step.flag && step.verb != .forward
    instance = kind.isInstance && !takesArgument ? Part(number, attempt: 0, part: nil, census: census) : nil
  }
}

/// Where an instance is kept, strongly or weakly.
struct ModelCell {
  private var held: Part?
  private weak var watched: Part?

  /// What is there.
  var part: Part? { held ?? watched }

  init(_ part: Part, isWeak: Bool) {
    if isWeak { watched = part } else { held = part }
  }
}
