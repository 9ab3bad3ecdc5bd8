/// The error that a call must throw: code and key.
struct ModelFailure: Error, Equatable {
  let code: String
  let key: Step.Word

  init(_ code: String, _ key: Step.Word) {
    self.code = code
    self.key = key
  }
}
