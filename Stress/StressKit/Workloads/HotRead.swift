import HoldfastStress

/// Built singletons, read by all workers; now and then a transient; sealed on the way.
///
/// Every resolve of a singleton must give the one object, every resolve of the transient its own. Worker 0 seals the container at its 4000th
/// turn, so both the open and the sealed path are read.
final class HotRead: SubjectWorkload {
  static let name = "hot-read"
  static let summary = "all workers read built singletons and a transient, and the container is sealed meanwhile"

  private static let singletons = 16
  private static let transient = 16
  private static let sealingTurn = 4000

  private let ledger: Ledger
  private let keys = (0..<singletons).map { _ in KeyState() }

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    for key in 0..<Self.singletons {
      let state = keys[key]
      try subject.registerSingleton(key) { [ledger] _ in
        ledger.check(state.nextNumber() == 1, .oneBuild, "singleton \(key) is built again")
        return Tracked(key: key, in: ledger)
      }
    }
    try subject.registerTransient(Self.transient) { [ledger] _ in Tracked(key: Self.transient, in: ledger) }
  }

  func next(_ worker: Worker) -> Move {
    if worker.index == 0, worker.turn == Self.sealingTurn { return .change(.seal, 0) { $0.seal() } }
    if worker.random.once(in: 64) { return .resolve(Self.transient) }
    return .resolve(worker.random.below(Self.singletons))
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    switch (move, outcome) {
    case (.resolve(let key, _), .instance(let object)):
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
      if key == Self.transient {
        worker.check(object.claim(), .ownObject, "transient \(object.serial) was handed out twice")
      } else {
        let first = keys[key].settle(on: object.serial)
        worker.check(first == object.serial, .oneObject, "key \(key) gave object \(object.serial) after object \(first)")
      }
    case (_, .failed(let failure)):
      worker.check(false, .noSurprise, "\(move) failed: \(failure)")
    default:
      break
    }
  }
}
