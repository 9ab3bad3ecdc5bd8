import HoldfastStress

/// Instances dropped while they are being built and read: no resolve that starts after a reset gets an instance begun before it.
///
/// A reset reads the clock before it starts; once it has returned, that reading becomes the key's mark. A resolve takes the mark before the call;
/// the factory of what it gets must not have started before.
final class ResetChurn: SubjectWorkload {
  static let name = "reset-churn"
  static let summary = "instances are reset while they are built and read: no caller gets one that was begun before the reset"

  private static let keyCount = 8

  private let ledger: Ledger
  private let keys = (0..<keyCount).map { _ in KeyState() }

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    for key in keys.indices {
      try subject.registerSingleton(key) { [ledger] dependencies in
        let started = MonotonicClock.now()
        if key.isMultiple(of: 4) { MonotonicClock.yieldThread() }
        // The odd keys hold the even key below them.
        if !key.isMultiple(of: 2) { _ = try dependencies.resolve(key - 1) }
        return Tracked(key: key, started: started, in: ledger)
      }
    }
  }

  func next(_ worker: Worker) -> Move {
    let key = worker.random.below(keys.count)
    switch worker.random.below(256) {
    case 0:
      return .change(.resetAll, 0) { subject in
        let before = MonotonicClock.now()
        try subject.resetAll()
        for state in self.keys { state.raise(to: before) }
      }
    case 1...24:
      return .change(.reset, key) { subject in
        let before = MonotonicClock.now()
        try subject.reset(key)
        self.keys[key].raise(to: before)
      }
    default:
      return .resolve(key, mark: keys[key].mark)
    }
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    switch (move, outcome) {
    case (.resolve(let key, let mark), .instance(let object)):
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
      worker.check(
        object.started >= mark, .freshAfterReset,
        "key \(key) gave an object whose factory started \(mark &- object.started) ns before a reset that had returned")
    case (_, .failed(let failure)):
      worker.check(false, .noSurprise, "\(move) failed: \(failure)")
    default:
      break
    }
  }
}
