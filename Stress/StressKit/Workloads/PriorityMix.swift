import Holdfast
import HoldfastStress

/// Tasks of all priorities behind one asynchronous build: all are served, and none of them late.
///
/// A round registers a fresh asynchronous singleton that needs a second one. Each worker sends three tasks of different priorities for it,
/// in an order of its own, so that the build is begun now by a task that has time and now by one in a hurry. A task that waits longer
/// than the bound is starving.
final class PriorityMix: ContainerWorkload {
  static let name = "priority-mix"
  static let summary = "tasks of all priorities wait for one asynchronous build: built once, all get it within a limit of time"
  static let acts = 12
  static let hasRounds = true

  /// How long a waiter may wait, in nanoseconds; enough for a busy machine and the sanitizers.
  private static let bound: UInt64 = 5_000_000_000
  private static let priorities: [TaskPriority] = [.background, .low, .medium, .high]

  private static let outer = Key(Tracked.self, named: "outer")
  private static let inner = Key(Tracked.self, named: "inner")

  private let ledger: Ledger
  private let container = Container()
  private let rounds: Rounds<Round>

  private final class Round: Sendable {
    let builds = KeyState()
    let object = KeyState()
  }

  /// What one of the tasks got, and how long it took.
  private struct Served: Sendable {
    let answer: Answer<Tracked>
    let priority: TaskPriority
    let nanoseconds: UInt64
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round())
  }

  func prepare(_ subject: any StressSubject) {}

  func beginRound() {
    endRound()
    rounds.advance { _, random in
      let round = Round()
      register(round, pauses: random.below(12))
      return round
    }
  }

  func act(_ number: Int, by worker: Worker) {
    judge(Blocking.run { [container] in await Self.sendAll(number, container) }, by: worker)
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    judge(await Self.sendAll(number, container), by: worker)
  }

  func finish(_ subject: any StressSubject) {
    endRound()
  }

  /// Sends three tasks of different priorities and waits for all of them.
  private static func sendAll(_ number: Int, _ container: Container) async -> [Served] {
    let tasks = (0..<3).map { place in
      let priority = priorities[(number + place) % priorities.count]
      return Task.detached(priority: priority) {
        let start = MonotonicClock.now()
        let answer = await Answer.of { () async throws(ResolutionError) in try await container.resolve(outer) }
        return Served(answer: answer, priority: priority, nanoseconds: MonotonicClock.now() &- start)
      }
    }
    var served: [Served] = []
    for task in tasks { served.append(await task.value) }
    return served
  }

  private func register(_ round: Round, pauses: Int) {
    let ledger = ledger
    ledger.expectSuccess("registering") {
      try container.registerAll { batch in
        batch.register(
          named: Self.inner.name,
          .async { _ in
            for _ in 0..<pauses { await Task.yield() }
            return Tracked(key: 1, in: ledger)
          })
        batch.register(
          named: Self.outer.name,
          .async { resolver in
            _ = round.builds.nextNumber()
            _ = try await resolver.resolve(Self.inner)
            for _ in 0..<pauses { await Task.yield() }
            return Tracked(key: 0, in: ledger)
          })
      }
    }
  }

  private func judge(_ all: [Served], by worker: Worker) {
    for served in all {
      let name = "a waiter of priority \(served.priority.rawValue)"
      worker.check(served.nanoseconds < Self.bound, .served, "\(name) waited \(Figures.duration(nanoseconds: served.nanoseconds))")
      guard let object = worker.value(of: served.answer, what: name) else { continue }
      worker.check(object.isIntact && object.key == 0, .intact, "an object is not wholly its own")
      let first = rounds.current.object.settle(on: object.serial)
      worker.check(first == object.serial, .oneObject, "one caller got object \(first), another \(object.serial)")
    }
  }

  private func endRound() {
    let builds = rounds.current.builds.lastNumber
    ledger.check(builds <= 1, .oneBuild, "the key was built \(builds) times in one round")
  }
}
