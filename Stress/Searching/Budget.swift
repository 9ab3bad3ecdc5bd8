import HoldfastStress

/// The time of a run, to be shared out among what is still to be looked at.
package struct Budget {
  private let start = MonotonicClock.now()
  private let seconds: Double
  /// Longer than any run, and short enough for a `Duration`.
  private static let unlimited = 1e6

  /// - Parameter seconds: nil for as long as it takes.
  package init(_ seconds: Double?) {
    self.seconds = seconds ?? Self.unlimited
  }

  package var elapsed: Double { MonotonicClock.seconds(since: start) }

  /// What is left of the first `part` of the time, in seconds; below zero when it is over.
  package func left(until part: Double = 1) -> Double { seconds * part - elapsed }

  /// An equal share of that, in seconds, but no less than `least`.
  package func share(among count: Int, until part: Double = 1, least: Double) -> Double {
    max(least, left(until: part) / Double(max(1, count)))
  }
}
