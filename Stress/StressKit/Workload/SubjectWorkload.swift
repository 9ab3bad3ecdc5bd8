package import HoldfastStress

/// A way to put a container under load, and what must hold meanwhile.
///
/// A workload says what each worker does next and judges what came of it; the runner does it, on threads and in tasks, times it and watches it.
/// To add one, write a file with a type like the following and hand it to the runner, or list it in `Catalogue`:
///
/// ```swift
/// final class PairRead: SubjectWorkload {
///   static let name = "pair-read"
///   static let summary = "two singletons, read in turn"
///   private let ledger: Ledger
///
///   init(_ setting: Setting) { ledger = setting.ledger }
///
///   func prepare(_ subject: any StressSubject) throws {
///     for key in 0..<2 {
///       try subject.registerSingleton(key) { [ledger] _ in Tracked(key: key, in: ledger) }
///     }
///   }
///
///   func next(_ worker: Worker) -> Move { .resolve(worker.random.below(2)) }
///
///   func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {
///     guard case .resolve(let key, _) = move, case .instance(let object) = outcome else { return }
///     worker.check(object.key == key, .oneObject, "asked for key \(key), got one of key \(object.key)")
///   }
/// }
/// ```
///
/// The run ends at a deadline, not after a number of moves. `next` must make its choices with `worker.random` only, so that a seed replays them.
/// All methods but `prepare` and `finish` are called from many workers at once. A workload must not keep the container, whose factories may keep
/// the workload. One that needs more than moves (cancellation, say) implements `turn` and `turnInTask` itself.
package protocol SubjectWorkload: AnyObject, Sendable {
  /// The name on the command line and in the reports.
  static var name: String { get }
  /// One line for `--list`.
  static var summary: String { get }

  /// Makes a fresh one; called once for each run.
  init(_ setting: Setting)

  /// Registers what the workload needs, before any worker starts.
  func prepare(_ subject: any StressSubject) throws

  /// Chooses the worker's next move.
  func next(_ worker: Worker) -> Move

  /// Checks what came of it.
  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker)

  /// Checks what must hold once all workers are done and hold nothing, while the container is still there. Not called after a stall.
  func finish(_ subject: any StressSubject)

  /// One turn of a worker that is a thread; false ends the worker. By default: choose, do, judge.
  func turn(_ worker: Worker, on stage: Stage) -> Bool

  /// One turn of a worker that is a task; false ends the worker. By default: choose, do, judge.
  func turnInTask(_ worker: Worker, on stage: Stage) async -> Bool
}

extension SubjectWorkload {
  package func finish(_ subject: any StressSubject) {}

  package func turn(_ worker: Worker, on stage: Stage) -> Bool {
    let move = choose(worker)
    let outcome = worker.perform(move, on: stage)
    if case .stopped = outcome { return false }
    judge(move, outcome, by: worker)
    return true
  }

  package func turnInTask(_ worker: Worker, on stage: Stage) async -> Bool {
    let move = choose(worker)
    let outcome = await worker.performInTask(move, on: stage)
    if case .stopped = outcome { return false }
    judge(move, outcome, by: worker)
    return true
  }

  /// The worker's next move, counted.
  @inline(__always)
  package func choose(_ worker: Worker) -> Move {
    let move = next(worker)
    worker.turn += 1
    return move
  }
}

/// One run of one workload: its container, its ledger and where its workers meet.
package final class Stage: Sendable {
  package let subject: any StressSubject
  package let setting: Setting

  init(subject: any StressSubject, setting: Setting) {
    self.subject = subject
    self.setting = setting
  }

  var gate: RoundGate { setting.gate }
}

extension SubjectWorkload {
  /// This workload on the containers that `makeSubject` makes, one for each run.
  package static func load(on makeSubject: @escaping @Sendable () -> any StressSubject) -> Load {
    Load(name: name, summary: summary, demand: .objects) { setting in
      let workload = Self(setting)
      let stage = Stage(subject: makeSubject(), setting: setting)
      setting.ledger.expectSuccess("preparing \(name)") { try workload.prepare(stage.subject) }
      var performance = Performance(
        turn: { workload.turn($0, on: stage) }, turnInTask: { await workload.turnInTask($0, on: stage) })
      performance.finish = { workload.finish(stage.subject) }
      performance.report = { stage.subject.report }
      performance.abandon = { stage.subject.abandon() }
      return performance
    }
  }
}

extension Runner {
  /// Runs a workload for about this long on the containers that `makeSubject` makes.
  package func run<W: SubjectWorkload>(
    _ type: W.Type, seconds: Double, on makeSubject: @escaping @Sendable () -> any StressSubject, progress: (Progress) -> Void = { _ in }
  ) -> WorkloadReport {
    run(type.load(on: makeSubject), seconds: seconds, progress: progress)
  }
}
