import HoldfastStress

/// All workers ask for a singleton that is not built yet, thousands of times: one build and one object for all, each time.
///
/// A round registers a fresh singleton, half the time one that depends on a second fresh one. The factory takes a few microseconds, so that the
/// callers pile up behind it. The rounds' own choices come from a generator that only the last worker at the gate touches.
final class ColdHerd: SubjectWorkload {
  static let name = "cold-herd"
  static let summary = "all workers resolve one new singleton, round after round: it is built once, all get one object"

  private static let keyCount = 32

  private let ledger: Ledger
  private let rounds: Rounds<Round>

  /// What the workers of a round share.
  private final class Round: Sendable {
    let key: Int
    let outer = KeyState()
    let inner = KeyState()

    init(key: Int) {
      self.key = key
    }
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round(key: 0))
  }

  func prepare(_ subject: any StressSubject) throws {}

  func next(_ worker: Worker) -> Move {
    worker.turn.isMultiple(of: 2) ? .meet { self.beginRound(on: $0) } : .resolve(rounds.current.key)
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    guard case .resolve(let key, _) = move else { return }
    switch outcome {
    case .instance(let object):
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
      let first = rounds.current.outer.settle(on: object.serial)
      worker.check(first == object.serial, .oneObject, "key \(key): one caller got object \(first), another \(object.serial)")
    case .failed(let failure):
      worker.check(false, .noSurprise, "key \(key) failed: \(failure)")
    case .done, .stopped:
      break
    }
  }

  private func beginRound(on subject: any StressSubject) {
    endRound()
    rounds.advance { number, random in
      let round = Round(key: number % Self.keyCount * 2)
      let nested = random.once(in: 2)
      let pauses = random.below(20)
      let ledger = ledger
      ledger.expectSuccess("registering key \(round.key)") {
        try subject.registerSingleton(round.key + 1) { _ in
          _ = round.inner.nextNumber()
          return Tracked(key: round.key + 1, in: ledger)
        }
        try subject.registerSingleton(round.key) { dependencies in
          _ = round.outer.nextNumber()
          for _ in 0..<pauses { MonotonicClock.yieldThread() }
          if nested { _ = try dependencies.resolve(round.key + 1) }
          return Tracked(key: round.key, in: ledger)
        }
      }
      return round
    }
  }

  private func endRound() {
    guard rounds.number > 0 else { return }
    let round = rounds.current
    ledger.check(round.outer.lastNumber == 1, .oneBuild, "key \(round.key) was built \(round.outer.lastNumber) times in one round")
    ledger.check(round.inner.lastNumber <= 1, .oneBuild, "key \(round.key + 1) was built \(round.inner.lastNumber) times in one round")
  }
}
