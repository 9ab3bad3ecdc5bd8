/// What a search saw.
package struct SearchReport: Sendable {
  package enum Kind: Sendable, Equatable {
    /// Every schedule.
    case exhaustive
    /// Every schedule with so many deviations from the order of arrival.
    case bounded(Int)
    /// Schedules of random choices.
    case random
  }

  /// A schedule that broke a promise.
  package struct Finding: Sendable {
    package let problems: [String]
    /// Replays it.
    package let choices: Choices
    /// What happened, job by job.
    package let trace: [String]
    /// The seed of the random schedule that first showed it.
    package var seed: UInt64?
  }

  package let scenario: String
  package let kind: Kind
  package let schedules: Int
  /// False when the limit came first.
  package let isComplete: Bool
  package let seconds: Double
  /// The goals that some schedule came to, a bit each.
  package let reached: UInt64
  package let finding: Finding?
}
