package import HoldfastStress

/// One thing that a worker does to the container: a plain value, so that the choice of it can be replayed and tested without a container.
package enum Move {
  /// Resolve a key; `mark` is what the workload needs to judge the answer, taken before the call.
  case resolve(Int, mark: UInt64 = 0)
  /// Do something else to the container, named for the report. It runs in threads and tasks alike, so it must not wait for other workers.
  case change(Operation, Int, (any StressSubject) throws -> Void)
  /// Wait until all workers are here; the last one runs the closure, then all go on.
  case meet((any StressSubject) -> Void)
}

extension Move: CustomStringConvertible {
  /// The choice, without what it carries for the judging.
  package var description: String {
    switch self {
    case .resolve(let key, _): "resolve \(key)"
    case .change(let operation, let key, _): "\(operation) \(key)"
    case .meet: "meet"
    }
  }
}

/// What came of a move.
package enum Outcome: Sendable {
  /// A resolve's answer.
  case instance(Tracked)
  /// A change or a meeting that went well.
  case done
  /// The container's error.
  case failed(SubjectFailure)
  /// The run was stopped before the move was complete; there is nothing to judge.
  case stopped
}
