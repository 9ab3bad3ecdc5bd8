import HoldfastStress
import Searching

/// Factories that fail three times out of four: the error reaches the callers that waited for that attempt, and the next resolve tries again.
///
/// Attempts at an even key are numbered. Odd keys do not fail themselves but depend on the even key below them, so that errors also travel
/// through a dependency. Once a resolve of a key has got the error of an attempt, that number becomes the key's mark: the attempt is over, so a
/// resolve that takes the mark before the call must get a later one. Each of the first workers owns a key and alone resets it, after it has seen
/// it built; so no reset falls into a build, two attempts at a key never overlap, and their numbers only rise.
final class FailingFactories: SubjectWorkload {
  static let name = "failing-factories"
  static let summary = "factories that fail three times out of four: the error is thrown, never kept, and the next resolve tries again"

  private static let keyCount = 8

  private let ledger: Ledger
  private let keys = (0..<keyCount).map { _ in KeyState() }

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    for key in keys.indices {
      let state = keys[key]
      try subject.registerSingleton(key) { [ledger] dependencies in
        let started = MonotonicClock.now()
        if key.isMultiple(of: 2) {
          let attempt = state.nextNumber()
          MonotonicClock.yieldThread()
          guard attempt.isMultiple(of: 4) else { throw PlannedFailure(key: key, attempt: attempt) }
        } else {
          _ = try dependencies.resolve(key - 1)
        }
        return Tracked(key: key, started: started, in: ledger)
      }
    }
  }

  func next(_ worker: Worker) -> Move {
    let key = worker.random.below(keys.count)
    if worker.random.once(in: 6), worker.index < keys.count {
      let own = worker.index
      guard !worker.held.isEmpty else { return .resolve(own, mark: keys[own].mark) }
      worker.held = []
      return .change(.reset, own) { try $0.reset(own) }
    }
    return .resolve(key, mark: keys[key].mark)
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    switch (move, outcome) {
    case (.resolve(let key, _), .instance(let object)):
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
      // Holding the instance of the own key means: it is built, and no other worker resets it.
      if key == worker.index { worker.held = [object] }
    case (.resolve(let key, let mark), .failed(let failure)):
      guard case .planned(let planned) = failure.kind, planned.key == failing(for: key) else {
        worker.check(false, .failureTold, "key \(key) failed with something else than its factory's error: \(failure)")
        return
      }
      worker.check(
        planned.attempt > mark, .failureNotCached,
        "key \(key) gave the error of attempt \(planned.attempt) after attempt \(mark) was over")
      keys[key].raise(to: planned.attempt)
    case (_, .failed(let failure)):
      worker.check(false, .noSurprise, "\(move) failed: \(failure)")
    default:
      break
    }
  }

  func finish(_ subject: any StressSubject) {
    for key in keys.indices {
      let made = keys[failing(for: key)].lastNumber
      ledger.check(keys[key].mark <= made, .failureTold, "key \(key) told of attempt \(keys[key].mark), but only \(made) were made")
    }
  }

  /// The key whose factory fails when this key is resolved.
  private func failing(for key: Int) -> Int {
    key - key % 2
  }
}
