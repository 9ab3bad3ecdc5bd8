import Holdfast
import HoldfastStress

/// All workers wait for an asynchronous singleton that is not built yet, and some are cancelled: the others get the one object.
///
/// In two rounds out of three about half of the waiters are cancelled, some before they wait, some after the build is over. In the others
/// all are, and the factory returns only once its own task is cancelled: its value, which no caller awaits, is disposed of and never seen,
/// and the key is empty. Then the same registration may serve the next round, whose resolves must build again.
///
/// ```
/// task 0   wait ─────────────── object 7        all cancelled:   wait ── cancel
/// task 1   wait ── cancel                                        wait ─────── cancel → the build is cancelled, object 8 is disposed of
/// task 2            wait ────── object 7                         (next round)   wait ────────── object 9
/// ```
final class AsyncHerd: ContainerWorkload {
  static let name = "async-herd"
  static let summary = "all workers wait for one asynchronous singleton, many are cancelled: the others get one object"
  static let acts = 8
  static let hasRounds = true

  private let ledger: Ledger
  private let container = Container()
  var containers: [Container] { [container] }
  private let disposals: Disposals
  private let rounds: Rounds<Round>

  /// What the factory of one registration goes by; it may outlive a round.
  private final class Script: Sendable {
    let attempts = KeyState()
    let hangs = Locked(false)
  }

  private final class Round: Sendable {
    let script: Script
    let cancelsAll: Bool
    /// The last attempt that was begun before the round.
    let before: UInt64
    let object = KeyState()

    init(_ script: Script, cancelsAll: Bool) {
      self.script = script
      self.cancelsAll = cancelsAll
      before = script.attempts.lastNumber
    }
  }

  init(_ setting: Setting, _ defect: Defect?) {
    ledger = setting.ledger
    disposals = Disposals(setting.ledger, defect)
    rounds = Rounds(seed: setting.seed, name: Self.name, first: Round(Script(), cancelsAll: false))
  }

  func beginRound() {
    let last = rounds.current
    let found = container.peek(Tracked.self)
    if last.cancelsAll { ledger.check(found == nil, .emptyAgain, "all waiters were cancelled, but the key holds an object") }
    if last.object.mark != 0 {
      ledger.check(found?.serial == last.object.mark, .oneObject, "object \(last.object.mark) was handed out, but is not kept")
    }
    rounds.advance { _, random in
      let keeps = last.cancelsAll && random.once(in: 2)
      let script = keeps ? last.script : Script()
      let cancelsAll = random.once(in: 3)
      script.hangs.withLock { $0 = cancelsAll }
      if !keeps { register(script, pauses: random.below(12)) }
      return Round(script, cancelsAll: cancelsAll)
    }
  }

  func act(_ number: Int, by worker: Worker) {
    if number == 0 { return judgeNow(Answer.of { () throws(ResolutionError) in try container.resolve(Tracked.self) }, by: worker) }
    let pauses = pauses(number, worker)
    judge(Blocking.run { [container] in await Self.ask(container, cancelAfter: pauses) }, wasCancelled: pauses != nil, by: worker)
  }

  func actInTask(_ number: Int, by worker: Worker) async {
    if number == 0 { judgeNow(Answer.of { () throws(ResolutionError) in try container.resolveNow(Tracked.self) }, by: worker) }
    let pauses = pauses(number, worker)
    judge(await Self.ask(container, cancelAfter: pauses), wasCancelled: pauses != nil, by: worker)
  }

  func finish() {
    disposals.finish(container)
  }

  /// After how many pauses the worker's waiter is cancelled; nil for never.
  private func pauses(_ number: Int, _ worker: Worker) -> Int? {
    let pauses = worker.random.below(24)
    return rounds.current.cancelsAll || number >= 4 ? pauses : nil
  }

  /// Waits for the object in a task of its own, which is cancelled meanwhile if so wished.
  private static func ask(_ container: Container, cancelAfter pauses: Int?) async -> Answer<Tracked> {
    let waiter = Task { await Answer.of { () async throws(ResolutionError) in try await container.resolve(Tracked.self) } }
    if let pauses {
      for _ in 0..<pauses { await Task.yield() }
      waiter.cancel()
    }
    return await waiter.value
  }

  private func register(_ script: Script, pauses: Int) {
    let disposals = disposals
    ledger.expectSuccess("registering") {
      try container.register(
        Tracked.self, scope: .singleton(dispose: { disposals.dispose($0) }),
        .async { _ in
          let attempt = script.attempts.nextNumber()
          for _ in 0..<pauses { await Task.yield() }
          if script.hangs.withLock({ $0 }) { await Self.untilCancelled() }
          return disposals.make(key: 0, generation: attempt)
        })
    }
  }

  private static func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
  }

  private func judge(_ answer: Answer<Tracked>, wasCancelled: Bool, by worker: Worker) {
    guard wasCancelled else { return judge(worker.value(of: answer, what: "a waiter that was not cancelled"), by: worker) }
    judge(worker.value(of: answer, orOneOf: .cancelled, what: "a cancelled waiter"), by: worker)
  }

  private func judgeNow(_ answer: Answer<Tracked>, by worker: Worker) {
    judge(worker.value(of: answer, orOneOf: .asyncOnly, what: "a synchronous resolve"), by: worker)
  }

  private func judge(_ object: Tracked?, by worker: Worker) {
    guard let object else { return }
    let round = rounds.current
    worker.check(object.isIntact, .intact, "an object is not wholly built")
    worker.check(!round.cancelsAll && !object.isClaimed, .abandonedUnseen, "object \(object.serial), which was given up, is handed out")
    worker.check(
      object.generation > round.before, .abandonedUnseen,
      "attempt \(object.generation) is handed out, which was given up before attempt \(round.before) ended")
    let first = round.object.settle(on: object.serial)
    worker.check(first == object.serial, .oneObject, "one caller got object \(first), another \(object.serial)")
  }
}
