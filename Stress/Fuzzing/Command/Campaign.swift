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
      return CampaignReport.Finding(sequence, defect).map { .found($0) } ?? .nothing
    }
    report.finding = outcome.finding?.shortest(defect)
    report.seconds = outcome.seconds
    return report
  }
}

extension CampaignReport.Finding {
  /// Runs a sequence; nil if it shows no difference.
  init?(_ sequence: CallSequence, _ defect: PlantedDifference?) {
    guard let difference = Trial.run(sequence, defect: defect) else { return nil }
    self.init(sequence: sequence, difference: difference)
  }

  /// Cuts its sequence for as long as that shows a difference.
  func shortest(_ defect: PlantedDifference?) -> Self {
    Shrinker(smaller: { $0.sequence.shorter }, shows: { Self($0, defect) }).shrink(self)
  }

  /// The difference, and how to see it again.
  func lines(_ defect: PlantedDifference? = nil) -> [String] {
    let shows = Trial.run(sequence, defect: defect) == nil ? "; it does not show every time" : ""
    return [difference.description + shows, "\n\(sequence)", "again: save these lines and run: fuzz --replay FILE"]
  }
}
