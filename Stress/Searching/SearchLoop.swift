package import HoldfastStress

/// Makes one attempt after the other until one shows what is looked for, none is left, or a limit comes.
///
/// What an attempt is, the driver says: a schedule, a sequence of calls, a round of recorded calls, a scenario with so much effort.
///
/// ```swift
/// let outcome = SearchLoop(seconds: 10).run { number in
///   fails(sequence(number)) ? .found(number) : .nothing
/// }
/// ```
package struct SearchLoop {
  /// What an attempt came to.
  package enum Step<Finding> {
    case nothing
    case found(Finding)
    /// Nothing, and there is nothing more to try.
    case exhausted
  }

  /// What all attempts came to.
  package struct Outcome<Finding> {
    /// How many were made.
    package var attempts = 0
    package var seconds = 0.0
    package var finding: Finding?
    /// Whether there was nothing more to try.
    package var isExhausted = false

    package init() {}
  }

  private let attempts: Int
  private let seconds: Double
  private let stride: Int
  private let least: Int
  private let interrupted: Flag?

  /// - Parameters:
  ///   - attempts: the most attempts.
  ///   - seconds: after so many no attempt begins.
  ///   - stride: the clock is read after each so many attempts, because it may cost more than an attempt.
  ///   - least: so many attempts are made even if the time is over.
  ///   - interrupted: once it is set, no attempt begins.
  package init(attempts: Int = .max, seconds: Double = .infinity, stride: Int = 1, least: Int = 0, interrupted: Flag? = nil) {
    self.attempts = attempts
    self.seconds = seconds
    self.stride = stride
    self.least = least
    self.interrupted = interrupted
  }

  /// Makes the attempts on the calling thread, each with its number, from 0.
  ///
  /// `progress` is called whenever the clock was read, with the seconds since the beginning.
  package func run<Finding>(
    progress: (_ seconds: Double) -> Void = { _ in }, _ attempt: (_ number: Int) throws -> Step<Finding>
  ) rethrows -> Outcome<Finding> {
    let start = MonotonicClock.now()
    var outcome = Outcome<Finding>()
    var isLate = false
    search: while outcome.attempts < attempts, !isLate || outcome.attempts < least, interrupted?.isSet != true {
      let step = try attempt(outcome.attempts)
      outcome.attempts += 1
      switch step {
      case .nothing: break
      case .found(let finding):
        outcome.finding = finding
        break search
      case .exhausted:
        outcome.isExhausted = true
        break search
      }
      if outcome.attempts.isMultiple(of: stride) {
        let elapsed = MonotonicClock.seconds(since: start)
        isLate = elapsed >= seconds
        progress(elapsed)
      }
    }
    outcome.seconds = MonotonicClock.seconds(since: start)
    return outcome
  }
}
