import HoldfastStress
import Searching
import StressKit

/// Checks containers that are broken on purpose, and a sound one: each breakage must be caught by its rule, the sound one by none.
struct SelfTest {
  struct Finding: DefectLook, Sendable {
    /// The breakage; nil for the sound container.
    let defect: Defect?
    let report: CampaignReport

    var isAsExpected: Bool {
      guard let defect else { return report.held }
      let rules = SelfTest.defects.first { $0.key == defect }?.value ?? []
      return report.violation.map { rules.contains($0.rule) } ?? false
    }

    var name: String { defect?.rawValue ?? "sound" }

    /// One line, printed as soon as the container is through.
    var line: String {
      let seen = report.violation.map { "not \($0.rule)" } ?? (report.stalled ? "a stall" : "nothing to object to")
      return "\(name): \(isAsExpected ? "" : "NOT as expected: ")\(seen), \(Figures.seconds(report.seconds))"
    }
  }

  /// The defects that the checker must find, and the rules that may show each.
  private static let defects: KeyValuePairs<Defect, Set<Rule>> = [
    .losesChange: [.linearizable, .fresh],
    .staleRead: [.linearizable, .fresh],
    .publishesUnbuilt: [.whole],
    .staleAfterReset: [.fresh],
    .staleAfterReplace: [.linearizable, .fresh],
    .buildsTwice: [.linearizable, .fresh],
    .staysRegistered: [.linearizable, .fresh],
    .sharesOldBuild: [.linearizable, .fresh],
  ]

  let threads: Int
  let keys: Int
  let seed: UInt64
  let interrupted: Flag
  /// The most that one broken container gets; it is let off as soon as it is caught.
  var secondsEach = 3.0

  /// Runs all of it on the calling thread; `report` is called after each container.
  func run(report: (Finding) -> Void = { _ in }) -> [Finding] {
    let defects = Self.defects.map { Optional.some($0.key) }
    return DefectHunt(defects + [nil], interrupted: interrupted).run(tell: report, look)
  }

  private func look(at defect: Defect?) -> Finding {
    let campaign = Campaign(
      threads: threads, keys: keys, seed: seed, goal: defect == nil ? 200_000 : .max, seconds: secondsEach, interrupted: interrupted
    ) { _, _ in FakeContainer(defect, unbuilt: Specimen.unbuilt) }
    return Finding(defect: defect, report: campaign.run())
  }
}
