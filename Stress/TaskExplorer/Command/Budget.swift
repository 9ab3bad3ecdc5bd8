/// The time of a run, to be shared out.
struct Budget {
  private let start = ContinuousClock.now
  /// Nil for as long as it takes.
  private let seconds: Double?

  init(_ seconds: Double?) {
    self.seconds = seconds
  }

  var elapsed: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// An equal share of what is left of the first `part` of the time; never nothing.
  func share(among count: Int, until part: Double = 1) -> Duration {
    guard let seconds else { return .seconds(1_000_000) }
    return .seconds(max(0.02, (seconds * part - elapsed) / Double(max(1, count))))
  }
}
