package import HoldfastStress
import Searching

/// Tries one sequence after the other until time is up or the container and the model differ.
public struct Campaign {
  private let seed: UInt64
  private let defect: PlantedDifference?
  /// How many sequences at most.
  private let limit: Int
  private let interrupted: Flag?

  package init(seed: UInt64, defect: PlantedDifference? = nil, limit: Int = .max, interrupted: Flag? = nil) {
    self.seed = seed
    self.defect = defect
    self.limit = limit
    self.interrupted = interrupted
  }

  /// `progress` is called now and then.
  public func run(seconds: Double, _ progress: (CampaignReport) -> Void = { _ in }) -> CampaignReport {
    let generator = Generator(seed: seed)
    var report = CampaignReport(seed: seed)
    let loop = SearchLoop(attempts: limit, seconds: seconds, stride: 200, interrupted: interrupted)
    let outcome = loop.run(
      progress: { seconds in
        report.seconds = seconds
        progress(report)
      }
    ) { number in
      let sequence = generator.sequence(number)
      report.sequences += 1
      report.calls += sequence.steps.count
      return Trial.run(sequence, defect: defect) == nil ? .nothing : .found(sequence)
    }
    report.finding = outcome.finding.map { CampaignReport.Finding(shortestOf: $0, defect) }
    report.seconds = outcome.seconds
    return report
  }
}

extension CampaignReport.Finding {
  /// Cuts a sequence that shows a difference.
  init(shortestOf sequence: CallSequence, _ defect: PlantedDifference?) {
    let shrinker = Shrinker(smaller: { $0.shorter }, shows: { Trial.run($0, defect: defect) == nil ? nil : $0 })
    self.sequence = shrinker.shrink(sequence)
    difference = Trial.run(self.sequence, defect: defect)
  }

  /// The difference, and how to see it again.
  var lines: [String] {
    [
      difference?.description ?? "a difference that does not show every time", "\n\(sequence)",
      "again: save these lines and run: fuzz --replay FILE",
    ]
  }
}
