import HoldfastStress

/// Tries one sequence after the other until time is up or the container and the model differ.
public struct Campaign: Sendable {
  public let seed: UInt64
  public var defect: PlantedDifference?
  /// How many sequences at most.
  public var limit = Int.max

  public init(seed: UInt64, defect: PlantedDifference? = nil, limit: Int = .max) {
    self.seed = seed
    self.defect = defect
    self.limit = limit
  }

  /// `progress` is called now and then and says whether to go on.
  public func run(seconds: Double, _ progress: (CampaignReport) -> Bool = { _ in true }) -> CampaignReport {
    let begin = MonotonicClock.now()
    let end = begin + UInt64(seconds * 1e9)
    let generator = Generator(seed: seed)
    var report = CampaignReport(seed: seed)
    while report.sequences < limit {
      let sequence = generator.sequence(report.sequences)
      report.sequences += 1
      report.calls += sequence.steps.count
      if Trial.run(sequence, defect: defect) != nil {
        let short = Shrinker { Trial.run($0, defect: defect) != nil }.shrink(sequence)
        report.finding = CampaignReport.Finding(sequence: short, difference: Trial.run(short, defect: defect))
        break
      }
      let now = MonotonicClock.now()
      report.seconds = Double(now - begin) / 1e9
      if now >= end || report.sequences.isMultiple(of: 1000) && !progress(report) { break }
    }
    report.seconds = Double(MonotonicClock.now() - begin) / 1e9
    return report
  }
}
