extension Operation {
  /// What was done and what came of it, in a few words.
  var text: String { "\(call) → \(result)" }

  /// What was done.
  var call: String {
    let every = key == Self.everyKey
    return switch kind {
    case .registered: every ? "register a batch" : "register"
    case .unregistered: "unregister"
    case .reset: every ? "reset all" : "reset"
    case .sealed: "seal"
    case .refused: "change"
    case .resolved, .notRegistered, .threw, .failed: "resolve"
    }
  }

  /// What came of it.
  var result: String {
    switch kind {
    case .registered: return "generation \(value)"
    case .unregistered, .reset:
      return value == Answer.unknown ? "done" : value == Answer.present ? "was registered" : "was not registered"
    case .sealed: return "done"
    case .refused: return "refused, sealed"
    case .resolved: return value == 0 ? "unbuilt" : Identity.text(value)
    case .notRegistered: return "not registered"
    case .threw: return "threw, generation \(value)"
    case .failed: return "unexpected error"
    }
  }
}
