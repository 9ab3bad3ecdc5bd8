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
