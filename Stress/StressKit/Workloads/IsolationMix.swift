import Holdfast
import HoldfastStress
import Synchronization

/// Factories on the main actor and on an actor of the workload's own, resolved with `await` from everywhere and synchronously where that
/// may do.
///
/// A round registers four shared keys afresh: `main` and `own`, each on its actor, `plain` on none, and `both` on the workload's actor,
/// which awaits the other three; and the transient `view`, on the main actor, which resolves `main` on the spot. A synchronous resolve
/// gives the instance if it is there, and always on its own main actor; elsewhere it says at once what it would take. Nothing is built
/// twice, nor on a wrong actor.
///
/// Acts that need the main actor are left out while no thread serves it, as in a program that blocks its main thread.
final class IsolationMix: ContainerWorkload {
  static let name = "isolation-mix"
  static let summary = "factories on the main actor and on another one, resolved from everywhere: built once, on their actor"
  static let acts = 10
  static let hasRounds = true

  private typealias Code = ResolutionError.Code

  private enum Keys {
    static let main = Key(Tracked.self, named: "main")
    static let own = Key(Tracked.self, named: "own")
    static let plain = Key(Tracked.self, named: "plain")
    static let both = Key(Tracked.self, named: "both")
    static let view = Key(Tracked.self, named: "view")
  }

  private let ledger: Ledger
  private let container = Container()
  private let rounds: Rounds<Round>
  private let isMainServed = Flag()
  private let mainOverlaps = OverlapDetector()
  private let ownOverlaps = OverlapDetector()

  private final class Round: Sendable {
    let builds = (0..<4).map { _ in KeyState() }
    let objects = (0..<4).map { _ in KeyState() }
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round())
  }

  func prepare(_ subject: any StressSubject) throws {
    Task { @MainActor [isMainServed] in isMainServed.set() }
  }

  func beginRound() {
    endRound()
    rounds.advance { _, _ in
      let round = Round()
      ledger.expectSuccess("registering") { try register(round) }
      return round
    }
  }

  func act(_ number: Int, by worker: Worker) {
    if number < 3 { return actHere(number, by: worker) }
    Blocking.run { await self.actInTask(number, by: worker) }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    if number < 3 { return actHere(number, by: worker) }
    guard isMainServed.isSet || number < 5 else { return }
    switch number {
    case 3: judge(await ask(Keys.own), by: worker)
    case 4: judge(await onOwn(Keys.own), orOneOf: [.asyncOnly], by: worker)
    case 5: judge(await ask(Keys.main), by: worker)
    case 6: judge(await ask(Keys.both), by: worker)
    case 7: judge(await onMain(Keys.main), by: worker)
    case 8: judge(await onMain(Keys.own), orOneOf: [.asyncOnly], by: worker)
    default: judgeView(worker.random.once(in: 2) ? await ask(Keys.view) : await onMain(Keys.view), by: worker)
    }
  }

  func finish(_ subject: any StressSubject) {
    endRound()
  }

  /// What can be asked for on the spot, on a thread or in a task that is on neither actor.
  private func actHere(_ number: Int, by worker: Worker) {
    switch number {
    case 0: judge(Answer.of { () throws(ResolutionError) in try container.resolve(Keys.main) }, orOneOf: [.mainActorOnly], by: worker)
    case 1: judge(Answer.of { () throws(ResolutionError) in try container.resolve(Keys.own) }, orOneOf: [.asyncOnly], by: worker)
    default: judge(Answer.of { () throws(ResolutionError) in try container.resolve(Keys.plain) }, by: worker)
    }
  }

  private func ask(_ key: Key<Tracked>) async -> Answer<Tracked> {
    await Answer.of { () async throws(ResolutionError) in try await container.resolve(key) }
  }

  @MainActor private func onMain(_ key: Key<Tracked>) -> Answer<Tracked> {
    Answer.of { () throws(ResolutionError) in try container.resolve(key) }
  }

  @StressActor private func onOwn(_ key: Key<Tracked>) -> Answer<Tracked> {
    Answer.of { () throws(ResolutionError) in try container.resolve(key) }
  }

  private func register(_ round: Round) throws {
    let (ledger, mainOverlaps, ownOverlaps) = (ledger, mainOverlaps, ownOverlaps)
    @Sendable func build(_ key: Int, in overlaps: OverlapDetector?) -> Tracked {
      _ = round.builds[key].nextNumber()
      let wasAlone = overlaps?.enter { MonotonicClock.yieldThread() } ?? true
      ledger.check(wasAlone, .isolated, "the factory of key \(key) runs beside another one of its actor")
      return Tracked(key: key, in: ledger)
    }
    try container.registerAll { batch in
      batch.register(named: Keys.main.name, .mainActor { _ in build(0, in: mainOverlaps) })
      batch.register(named: Keys.own.name, .isolated { @StressActor _ in build(1, in: ownOverlaps) })
      batch.register(named: Keys.plain.name) { _ in build(2, in: nil) }
      batch.register(
        named: Keys.both.name,
        .isolated { @StressActor resolver in
          for key in [Keys.plain, Keys.main, Keys.own] { _ = try await resolver.resolve(key) }
          return build(3, in: ownOverlaps)
        })
      batch.register(
        named: Keys.view.name, scope: .transient,
        .mainActor { resolver in
          _ = try resolver.resolve(Keys.main)
          ledger.check(mainOverlaps.enter {}, .isolated, "the factory of the transient runs beside another one of the main actor")
          return Tracked(key: 4, in: ledger)
        })
    }
  }

  private func judge(_ answer: Answer<Tracked>, orOneOf codes: [Code] = [], by worker: Worker) {
    switch answer {
    case .failure(let error):
      worker.check(codes.contains(error.code), .allowedError, "a resolve failed: \(error)")
    case .success(let object):
      worker.check(object.isIntact && object.key < 4, .intact, "an object is not wholly its own")
      let first = rounds.current.objects[object.key].settle(on: object.serial)
      worker.check(first == object.serial, .oneObject, "one caller got object \(first), another \(object.serial)")
    }
  }

  private func judgeView(_ answer: Answer<Tracked>, by worker: Worker) {
    guard let view = worker.value(of: answer, what: "resolving a transient of the main actor") else { return }
    worker.check(view.isIntact && view.key == 4, .intact, "an object is not wholly its own")
    worker.check(view.claim(), .ownObject, "transient \(view.serial) was handed out twice")
  }

  private func endRound() {
    for (key, state) in rounds.current.builds.enumerated() {
      ledger.check(state.lastNumber <= 1, .oneBuild, "key \(key) was built \(state.lastNumber) times in one round")
    }
  }
}

/// The custom actor that some factories are isolated to.
@globalActor
actor StressActor {
  static let shared = StressActor()
}

/// Notices when two callers are inside at once, although an actor should keep them apart.
final class OverlapDetector: Sendable {
  private let inside = Atomic<Int>(0)

  /// Runs the body, inside; answers whether it was alone when it entered.
  ///
  /// The body must not suspend: an actor lets others in then.
  func enter(_ body: () throws -> Void) rethrows -> Bool {
    // Relaxed: ordering the visitors is the actor's business, and doing it here would hide that it does not.
    let wasAlone = inside.add(1, ordering: .relaxed).newValue == 1
    defer { inside.subtract(1, ordering: .relaxed) }  // Relaxed: the actor orders the visitors.
    try body()
    return wasAlone
  }
}
