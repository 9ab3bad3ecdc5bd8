import HoldfastStress

/// A workload for what only Holdfast has: it keeps a container of its own, and its workers do acts rather than moves.
///
/// An act is a number that the worker draws; the workload knows what it stands for on a thread and what in a task. It is timed, and
/// watched, as a whole. With rounds, all workers meet before each act, and the last one to come begins the next round. Factories must not
/// keep the workload, which keeps the container.
protocol ContainerWorkload: SubjectWorkload {
  /// How many different acts there are; at least two, so that the choices differ.
  static var acts: Int { get }
  /// Whether the workers meet before each act.
  static var hasRounds: Bool { get }

  /// Checks what the last round came to and sets the next one up, while all workers wait.
  func beginRound()
  /// Does an act on a thread, which may block.
  func act(_ number: Int, by worker: Worker)
  /// Does an act in a task, which may not.
  func actInTask(_ number: Int, by worker: Worker) async
}

extension ContainerWorkload {
  static var hasRounds: Bool { false }

  func beginRound() {}

  func next(_ worker: Worker) -> Move {
    if Self.hasRounds, worker.turn.isMultiple(of: 2) { return .meet { [self] _ in beginRound() } }
    return .change(.custom, worker.random.below(Self.acts)) { _ in }
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {}

  func turn(_ worker: Worker, on stage: Stage) -> Bool {
    let move = choose(worker)
    guard case .change(let operation, let number, _) = move else { return worker.perform(move, on: stage).isComplete }
    worker.timed(operation, key: number) { act(number, by: worker) }
    return true
  }

  func turnInTask(_ worker: Worker, on stage: Stage) async -> Bool {
    let move = choose(worker)
    guard case .change(let operation, let number, _) = move else { return await worker.performInTask(move, on: stage).isComplete }
    await worker.timedInTask(operation, key: number) { await actInTask(number, by: worker) }
    return true
  }
}

extension Outcome {
  fileprivate var isComplete: Bool {
    if case .stopped = self { false } else { true }
  }
}
