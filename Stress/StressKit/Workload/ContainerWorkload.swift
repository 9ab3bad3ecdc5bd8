package import Holdfast
package import HoldfastStress

/// A workload for what only Holdfast has: it keeps containers of its own, on which its workers do acts.
///
/// An act is a number that the worker draws; the workload knows what it stands for on a thread and what in a task. It is timed, and
/// watched, as a whole. With rounds, all workers meet before each act, and the last one to come begins the next round. Factories must not
/// keep the workload, which keeps the container.
package protocol ContainerWorkload: AnyObject, Sendable {
  /// Its name on the command line and in the report.
  static var name: String { get }
  /// One line for `--list`.
  static var summary: String { get }
  /// How many different acts there are; at least two, so that the choices differ.
  static var acts: Int { get }
  /// Whether the workers meet before each act.
  static var hasRounds: Bool { get }
  /// What it keeps, whose structures are checked when each round and the run are over.
  var containers: [Container] { get }

  /// Makes one; a defect is what it is to register wrongly, so that its containers seem to be broken.
  init(_ setting: Setting, _ defect: Defect?)
  /// Registers what the workers ask for, before they start.
  func prepare() throws
  /// Checks what the last round came to and sets the next one up, while all workers wait.
  func beginRound()
  /// Does an act on a thread, which may block.
  func act(_ number: Int, by worker: Worker)
  /// Does an act in a task, which may not.
  func actInTask(_ number: Int, by worker: Worker) async
  /// Checks what can be checked only when no worker runs any more.
  func finish()
}

extension ContainerWorkload {
  package static var hasRounds: Bool { false }

  package func prepare() {}
  package func beginRound() {}

  /// The workload as a run knows it.
  package static func load(_ defect: Defect? = nil) -> Load {
    Load(name: name, summary: summary, mustBuild: true) { setting in
      let workload = Self(setting, defect)
      try workload.prepare()
      var performance = Performance(
        turn: { workload.turn($0, setting) }, turnInTask: { await workload.turnInTask($0, setting) })
      performance.finish = {
        workload.checkInvariants(setting)
        workload.finish()
      }
      return performance
    }
  }

  private func turn(_ worker: Worker, _ setting: Setting) -> Bool {
    if Self.meets(worker) { return worker.meet { setting.gate.arriveOnThread { self.nextRound(setting) } } }
    let number = worker.random.below(Self.acts)
    worker.timed(number) { act(number, by: worker) }
    return true
  }

  private func turnInTask(_ worker: Worker, _ setting: Setting) async -> Bool {
    if Self.meets(worker) { return await worker.meetInTask { await setting.gate.arriveInTask { self.nextRound(setting) } } }
    let number = worker.random.below(Self.acts)
    await worker.timedInTask(number) { await actInTask(number, by: worker) }
    return true
  }

  private func nextRound(_ setting: Setting) {
    checkInvariants(setting)
    beginRound()
  }

  private func checkInvariants(_ setting: Setting) {
    for case let broken? in containers.map(\.brokenInvariant) { setting.ledger.record(.intact, broken) }
  }

  /// Whether a worker's next turn is to meet the others.
  private static func meets(_ worker: Worker) -> Bool {
    defer { worker.turn += 1 }
    return hasRounds && worker.turn.isMultiple(of: 2)
  }
}

extension Worker {
  fileprivate func meet(_ arrive: () -> Bool) -> Bool {
    pulse.begin(.meeting)
    defer { pulse.end() }
    return arrive()
  }

  fileprivate func meetInTask(_ arrive: () async -> Bool) async -> Bool {
    pulse.begin(.meeting)
    defer { pulse.end() }
    return await arrive()
  }
}
