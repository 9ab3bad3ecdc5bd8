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
