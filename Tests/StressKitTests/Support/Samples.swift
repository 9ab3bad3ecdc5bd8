import Dispatch
import HoldfastStress
import StressKit

/// A workload that does things but never builds any.
final class Idle: SubjectWorkload {
  static let name = "idle"
  static let summary = "changes nothing"

  init(_ setting: Setting) {}

  func prepare(_ subject: any StressSubject) {}
  func next(_ worker: Worker) -> Move { .change(.custom, 0) { _ in } }
  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {}
}

/// A workload whose workers leave before they have done anything.
final class Absent: SubjectWorkload {
  static let name = "absent"
  static let summary = "does nothing"

  init(_ setting: Setting) {}

  func prepare(_ subject: any StressSubject) {}
  func next(_ worker: Worker) -> Move { .resolve(0) }
  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {}
  func turn(_ worker: Worker, on stage: Stage) -> Bool { false }
  func turnInTask(_ worker: Worker, on stage: Stage) async -> Bool { false }
}

/// A workload whose worker 0, a thread, blocks until `release` is signalled, while the others go on.
final class OneHangs: SubjectWorkload {
  static let name = "one-hangs"
  static let summary = "one thread blocks"
  static let release = DispatchSemaphore(value: 0)

  private let ledger: Ledger

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    try subject.registerTransient(0) { [ledger] _ in Tracked(key: 0, in: ledger) }
  }

  func next(_ worker: Worker) -> Move {
    worker.index == 0 ? .change(.custom, 7) { _ in Self.release.wait() } : .resolve(0)
  }

  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {}
}

/// A workload whose singleton 4 depends on singleton 3, whose factory blocks until `release` is signalled, while all workers wait for 4.
final class FactoryHangs: SubjectWorkload {
  static let name = "factory-hangs"
  static let summary = "a factory blocks"
  static let release = DispatchSemaphore(value: 0)

  private let ledger: Ledger

  init(_ setting: Setting) {
    ledger = setting.ledger
  }

  func prepare(_ subject: any StressSubject) throws {
    try subject.registerSingleton(3) { [ledger] _ in
      Self.release.wait()
      return Tracked(key: 3, in: ledger)
    }
    try subject.registerSingleton(4) { [ledger] dependencies in
      _ = try dependencies.resolve(3)
      return Tracked(key: 4, in: ledger)
    }
  }

  func next(_ worker: Worker) -> Move { .resolve(4) }
  func judge(_ move: Move, _ outcome: Outcome, by worker: Worker) {}
}
