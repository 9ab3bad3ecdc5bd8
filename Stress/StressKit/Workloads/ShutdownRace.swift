import Holdfast
import HoldfastStress

/// Resolves that race the shutdown of their container: a value or `.shutDown`, nothing else, and everything built is disposed of in order.
///
/// A round makes a fresh container with six synchronous and two asynchronous singletons, of which every odd one needs the even one below
/// it. Most workers resolve until they are told that it is over; one, and now and then a second one, shuts the container down, waiting for
/// builds in flight or cancelling them. When all are done, every object was disposed of once. Whatever was certainly there before another
/// one was made must be disposed of after it.
final class ShutdownRace: ContainerWorkload {
  static let name = "shutdown-race"
  static let summary = "resolves race the shutdown of a new container: each gets a value or .shutDown, all is disposed of once, in order"
  static let acts = 16
  static let hasRounds = true

  private static let synchronous = 6
  /// The most resolves of one act, in case that the run ends before a worker has shut the container down.
  private static let resolves = 512
  private static let keys: [Key<ShutdownPart>] = (0..<8).map { Key(ShutdownPart.self, named: Name(String($0))) }

  private let ledger: Ledger
  private let workers: Int
  private let disposals: Disposals
  private let rounds: Rounds<Round>
  private let forgetful = Flag()

  private final class Round: Sendable {
    let container: Container
    let book = ShutdownBook()
    let closer: Int
    let builds: ShutdownPolicy

    init(_ container: Container, closer: Int, builds: ShutdownPolicy) {
      self.container = container
      self.closer = closer
      self.builds = builds
    }
  }

  init(_ setting: Setting) {
    ledger = setting.ledger
    workers = setting.workers
    disposals = Disposals(setting.ledger)
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round(Container(), closer: 0, builds: .drain))
  }

  func prepare(_ subject: any StressSubject) {
    if subject.defect == .skipsDisposer { forgetful.set() }
  }

  func beginRound() {
    rounds.current.book.checkOrder(ledger)
    rounds.advance { _, random in
      let round = Round(Container(), closer: random.below(workers), builds: random.once(in: 2) ? .drain : .cancel)
      ledger.expectSuccess("registering") { try register(round, pauses: random.below(8)) }
      return round
    }
  }

  func act(_ number: Int, by worker: Worker) {
    if closes(number, worker) { return Blocking.run { await self.close(number, by: worker) } }
    for _ in 0..<Self.resolves {
      let key = worker.random.below(Self.keys.count)
      let answer = Answer.of { () throws(ResolutionError) in try rounds.current.container.resolve(Self.keys[key]) }
      if key >= Self.synchronous, answer.code == .asyncOnly { continue }
      if !judge(answer, key, by: worker) { return }
      MonotonicClock.yieldThread()
    }
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    if closes(number, worker) { return await close(number, by: worker) }
    for _ in 0..<Self.resolves {
      let key = worker.random.below(Self.keys.count)
      let container = rounds.current.container
      let answer = await Answer.of { () async throws(ResolutionError) in try await container.resolve(Self.keys[key]) }
      if !judge(answer, key, by: worker) { return }
      // A hit does not suspend, and the shutdown may need this thread.
      await Task.yield()
    }
  }

  func finish(_ subject: any StressSubject) {
    rounds.current.book.checkOrder(ledger)
    disposals.finish(rounds.current.container)
  }

  private func closes(_ number: Int, _ worker: Worker) -> Bool {
    worker.index == rounds.current.closer || number == 0
  }

  private func close(_ number: Int, by worker: Worker) async {
    let round = rounds.current
    for _ in 0..<2 * number { await Task.yield() }
    do throws(ResolutionError) {
      let report = try await round.container.shutdown(builds: round.builds)
      worker.check(report.isClean, .allDisposed, "the shutdown left something behind: \(report)")
    } catch {
      worker.check(false, .noSurprise, "the shutdown failed: \(error)")
    }
    for key in Self.keys {
      let answer = await Answer.of { () async throws(ResolutionError) in try await round.container.resolve(key) }
      worker.check(answer.code == .shutDown, .closedForGood, "after the shutdown a resolve answers \(answer)")
    }
  }

  /// Answers whether to go on.
  private func judge(_ answer: Answer<ShutdownPart>, _ key: Int, by worker: Worker) -> Bool {
    guard let part = worker.value(of: answer, orOneOf: .shutDown, what: "key \(key), racing the shutdown,") else { return false }
    part.wasGiven()
    worker.check(part.tracked.isIntact && part.tracked.key == key, .intact, "key \(key) gave an object that is not wholly its own")
    return true
  }

  private func register(_ round: Round, pauses: Int) throws {
    let (disposals, book, forgetful) = (disposals, round.book, forgetful.isSet)
    @Sendable func make(_ key: Int) -> ShutdownPart { ShutdownPart(disposals.make(key: key)) }
    try round.container.registerAll { batch in
      for (key, id) in Self.keys.enumerated() {
        let isOdd = !key.isMultiple(of: 2)
        let dispose: (@Sendable (ShutdownPart) async throws -> Void) = { part in
          if forgetful && isOdd { return }
          disposals.dispose(part.tracked)
          book.note(part)
        }
        if key < Self.synchronous {
          batch.register(named: id.name, scope: .singleton(dispose: dispose)) { resolver in
            for _ in 0..<pauses { MonotonicClock.yieldThread() }
            if isOdd { try resolver.resolve(Self.keys[key - 1]).wasSeen() }
            return make(key)
          }
        } else {
          batch.register(
            named: id.name, scope: .singleton(dispose: dispose),
            .async { resolver in
              for _ in 0..<pauses { await Task.yield() }
              if isOdd { try await resolver.resolve(Self.keys[key - 1]).wasSeen() }
              return make(key)
            })
        }
      }
    }
  }
}
