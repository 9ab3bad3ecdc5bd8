import HoldfastStress

/// Compares each hand-written subject with its plain loop: the benchmark must not slow down what it compares Holdfast with.
struct OverheadCheck {
  static let limit = 1.10
  static let repeats = 11

  let text: String
  let passed: Bool

  init(subjects: [SubjectID]) {
    var lines = ["The subjects against their plain loops, hot singleton by protocol", "    ratio   plain ns   subject"]
    var passed = true
    for id in subjects {
      guard let plain = PlainLoops.plain(id) else { continue }
      let work = Roster.subject(id).work(at: Point(id, .singletonProtocol))
      let turns = Self.turns(plain)
      _ = work.sample(turns)
      var ratios: [Double] = []
      var plainTimes: [Double] = []
      for _ in 0..<Self.repeats {
        let time = plain(turns)
        ratios.append(work.sample(turns).nanoseconds / time)
        plainTimes.append(time / Double(turns))
      }
      let ratio = Median.of(ratios)
      if ratio > Self.limit { passed = false }
      lines.append(
        Text.number(ratio, 2).aligned(to: 9) + Text.short(Median.of(plainTimes)).aligned(to: 11) + "   " + id.rawValue
          + (ratio > Self.limit ? "   slower than allowed" : ""))
    }
    text = lines.joined(separator: "\n")
    self.passed = passed
  }

  /// Turns that take about 20 ms.
  private static func turns(_ plain: (Int) -> Double) -> Int {
    _ = plain(10_000)
    return max(1_000, Int(20e6 / (plain(10_000) / 10_000)))
  }
}
