import HoldfastStress

/// Rings of dependencies, entered everywhere at once: every caller gets an error with the path, none hangs, and an open chain is no cycle.
///
/// ```
/// closed:  4 → 0 → 1 → 2 → 0      open:  4 → 0 → 1 → 2
/// ```
///
/// A round registers a chain of two to four keys, and key 4, which enters it from outside; three times out of four the chain closes to a ring.
/// Every link also resolves key 5, which depends on nothing. Each worker enters at a place of its own choice.
final class CycleStorm: SubjectWorkload {
  static let name = "cycle-storm"
  static let summary = "cycles of dependencies, entered at all keys at once: every caller gets the error, none hangs"

  private static let entry = 4
  private static let leaf = 5

  private let ledger: Ledger
  private let rounds: Rounds<Shape>

  /// The chain of a round.
  private struct Shape: Sendable {
    var length = 2
    var isClosed = false
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Shape())
  }

  func prepare(_ subject: any StressSubject) throws {}

  func next(_ worker: Worker) -> Move {
    guard !worker.turn.isMultiple(of: 2) else { return .meet { self.beginRound(on: $0) } }
    let place = worker.random.below(60)
    return .resolve(place % 5 == Self.entry ? Self.entry : place % rounds.current.length)
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
    guard case .resolve(let key, _) = move else { return }
    let shape = rounds.current
    switch outcome {
    case .instance(let object):
      worker.check(!shape.isClosed, .cycleReported, "key \(key) of a closed ring of \(shape.length) gave an object")
      worker.check(object.isIntact && object.key == key, .intact, "key \(key) gave an object that is not wholly its own")
    case .failed(let failure):
      if shape.isClosed, case .cycle(let pathLength) = failure.kind {
        worker.check(pathLength >= 2, .cycleReported, "the cycle's path has \(pathLength) keys: \(failure)")
      } else if failure.isCycle {
        worker.check(shape.isClosed, .noFalseCycle, "key \(key) of an open chain of \(shape.length) is called a cycle: \(failure)")
      } else {
        worker.check(false, .cycleReported, "key \(key) failed in another way: \(failure)")
      }
    case .done, .stopped:
      break
    }
  }

  private func beginRound(on subject: any StressSubject) {
    rounds.advance { _, random in
      let shape = Shape(length: 2 + random.below(3), isClosed: !random.once(in: 4))
      ledger.expectSuccess("registering a chain of \(shape.length)") {
        try register(shape, on: subject)
      }
      return shape
    }
  }

  private func register(_ shape: Shape, on subject: any StressSubject) throws {
    let ledger = ledger
    try subject.registerSingleton(Self.leaf) { _ in Tracked(key: Self.leaf, in: ledger) }
    try subject.registerSingleton(Self.entry) { dependencies in
      _ = try dependencies.resolve(0)
      return Tracked(key: Self.entry, in: ledger)
    }
    for key in 0..<shape.length {
      try subject.registerSingleton(key) { dependencies in
        _ = try dependencies.resolve(Self.leaf)
        MonotonicClock.yieldThread()
        if shape.isClosed || key + 1 < shape.length { _ = try dependencies.resolve((key + 1) % shape.length) }
        return Tracked(key: key, in: ledger)
      }
    }
  }
}
