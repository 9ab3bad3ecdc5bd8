import Holdfast
import HoldfastStress

/// Threads, which park, and tasks, which suspend, behind one cold synchronous singleton: built once, whichever comes first, one
/// object for all.
///
/// A round registers a fresh singleton, half the time one that depends on a second fresh one. It is asked for by threads, by tasks that
/// wait, by tasks that block, through a provider and through a child container; some of the tasks are cancelled, which ends only
/// their own waiting, and never the build.
final class MixedHerd: ContainerWorkload {
  static let name = "mixed-herd"
  static let summary = "threads and tasks wait for one synchronous singleton, some are cancelled: it is built once, all get one object"
  static let acts = 10
  static let hasRounds = true

  private static let outer = Key(Tracked.self, named: "outer")
  private static let inner = Key(Tracked.self, named: "inner")

  private let ledger: Ledger
  private let container: Container
  private let child: Container
  private let rounds: Rounds<Round>

  private final class Round: Sendable {
    let outer = KeyState()
    let inner = KeyState()
    let object = KeyState()
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    container = Container()
    child = Container(parent: container)
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round())
  }

  func prepare(_ subject: any StressSubject) {}

  func beginRound() {
    endRound()
    rounds.advance { _, random in
      let round = Round()
      register(round, nested: random.once(in: 2), pauses: random.below(20))
      return round
    }
  }

  func act(_ number: Int, by worker: Worker) {
    let provider = container.provider(Tracked.self, named: Self.outer.name)
    let answer = Answer.of { () throws(ResolutionError) in
      switch number {
      case 0: try provider()
      case 1: try child.resolve(Self.outer)
      default: try container.resolve(Self.outer)
      }
    }
    judge(worker.value(of: answer, what: "a thread's resolve"), by: worker)
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    switch number {
    case 0:
      judge(worker.value(of: Answer.of { () throws(ResolutionError) in try blocking() }, what: "a blocking resolve"), by: worker)
    case 1, 2:
      let asked = number == 1 ? child : container
      let answer = await Answer.of { () async throws(ResolutionError) in try await asked.resolve(Self.outer) }
      judge(worker.value(of: answer, what: "a task's resolve"), by: worker)
    default:
      let pauses = number < 6 ? worker.random.below(6) : nil
      let waiter = Task { [container] in
        await Answer.of { () async throws(ResolutionError) in try await container.resolve(Self.outer) }
      }
      if let pauses {
        for _ in 0..<pauses { await Task.yield() }
        waiter.cancel()
        judge(worker.value(of: await waiter.value, orOneOf: .cancelled, what: "a cancelled waiter"), by: worker)
      } else {
        judge(worker.value(of: await waiter.value, what: "a waiter that was not cancelled"), by: worker)
      }
    }
  }

  func finish(_ subject: any StressSubject) {
    endRound()
  }

  private func blocking() throws(ResolutionError) -> Tracked {
    try container.resolve(Self.outer)
  }

  private func register(_ round: Round, nested: Bool, pauses: Int) {
    let ledger = ledger
    ledger.expectSuccess("registering") {
      try container.registerAll { batch in
        batch.register(Tracked.self, named: Self.inner.name) { _ in
          _ = round.inner.nextNumber()
          MonotonicClock.yieldThread()
          return Tracked(key: 1, in: ledger)
        }
        batch.register(Tracked.self, named: Self.outer.name) { resolver in
          _ = round.outer.nextNumber()
          for _ in 0..<pauses { MonotonicClock.yieldThread() }
          if nested { _ = try resolver.resolve(Self.inner) }
          return Tracked(key: 0, in: ledger)
        }
      }
    }
  }

  private func judge(_ object: Tracked?, by worker: Worker) {
    guard let object else { return }
    worker.check(object.isIntact && object.key == 0, .intact, "an object is not wholly its own")
    let first = rounds.current.object.settle(on: object.serial)
    worker.check(first == object.serial, .oneObject, "one caller got object \(first), another \(object.serial)")
  }

  private func endRound() {
    let round = rounds.current
    let (outer, inner) = (round.outer.lastNumber, round.inner.lastNumber)
    ledger.check(outer <= 1 && inner <= outer, .oneBuild, "one round built the outer one \(outer) times, the inner one \(inner) times")
    ledger.check(outer == 1 || round.object.mark == 0, .oneBuild, "an object was handed out that no factory built")
  }
}
