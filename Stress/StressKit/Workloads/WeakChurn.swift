import HoldfastStress

/// Weak instances that die and are built again while others still hold them.
///
/// Every worker keeps some of the instances it got and lets go of others. As long as it keeps one, the key must give that one. When all have let
/// go, nothing may be alive although the container still is. Each of the first workers also owns a key under which it registers an instance of
/// its own, remembered weakly: while it lives it must be found, and when it has died the key must say so or be replaced.
final class WeakChurn: SubjectWorkload {
  static let name = "weak-churn"
  static let summary = "weak instances are released and built again: all holders share one, the container keeps none alive"

  private static let built = 4

  private let ledger: Ledger
  private let owned: [KeyState]

  init(_ setting: Setting) {
    ledger = setting.ledger
    owned = (0..<min(4, setting.workers)).map { _ in KeyState() }
  }

  func prepare(_ subject: any StressSubject) throws {
    for key in 0..<Self.built {
      try subject.registerWeak(key) { [ledger] _ in
        let started = MonotonicClock.now()
        if key == 0 { MonotonicClock.yieldThread() }
        return Tracked(key: key, started: started, in: ledger)
      }
    }
  }

  func next(_ worker: Worker) -> Move {
    if worker.held.isEmpty { worker.held = Array(repeating: nil, count: Self.built) }
    switch worker.random.below(16) {
    case 0..<5:
      let key = worker.random.below(Self.built)
      return .change(.drop, key) { _ in worker.held[key] = nil }
    case 5 where worker.index < owned.count:
      return .change(.register, Self.built + worker.index) { try self.lend(by: worker, on: $0) }
    case 6:
      let place = worker.random.below(owned.count)
      return .resolve(Self.built + place, mark: owned[place].mark)
    default:
      return .resolve(worker.random.below(Self.built))
    }
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    switch (move, outcome) {
    case (.resolve(let key, let mark), .instance(let object)):
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
      if key >= Self.built {
        worker.check(
          object.generation >= mark, .freshAfterReplace,
          "key \(key) gave instance \(object.generation) after \(mark) was registered")
      } else if let held = worker.held[key] as? Tracked {
        worker.check(held === object, .weakIdentity, "key \(key) gave object \(object.serial) while object \(held.serial) is held")
      } else {
        worker.held[key] = object
      }
    case (.resolve(let key, _), .failed(let failure)):
      let isExpected = key >= Self.built && (failure.kind == .instanceDied || failure.kind == .notRegistered)
      worker.check(isExpected, .noSurprise, "key \(key) failed: \(failure)")
    case (_, .failed(let failure)):
      worker.check(false, .noSurprise, "\(move) failed: \(failure)")
    default:
      break
    }
  }

  func finish(_ subject: any StressSubject) {
    ledger.check(ledger.waitUntilNoneLives(), .weakNotHeld, "\(ledger.live) weak instances are alive although no worker holds them")
  }

  /// Registers an instance of the worker's own, looks it up, and lets it go.
  private func lend(by worker: Worker, on subject: any StressSubject) throws {
    let key = Self.built + worker.index
    let state = owned[worker.index]
    let generation = state.nextNumber()
    let instance = Tracked(key: key, generation: generation, in: ledger)
    try subject.registerWeakInstance(key, instance)
    state.raise(to: generation)
    let found = try subject.resolve(key)
    worker.check(found === instance, .weakIdentity, "key \(key) gave instance \(found.generation) while \(generation) is held")
  }
}
