import Foundation
import Holdfast

extension StressReport {
  /// The report as JSON, ending with a line break: `seed`, `seconds` and `workloads`, with latencies in nanoseconds, and, of a composition root,
  /// `findings`, `notes`, `slowdown` and `startUp`, with times in seconds.
  ///
  /// - Throws: what Foundation's encoder throws, for figures that JSON cannot hold.
  public func json() throws -> String {
    try OutputFile.json(figures)
  }

  /// What `json` writes.
  var figures: some Encodable { Fields(self) }

  private struct Fields: Encodable {
    let seed: UInt64
    let seconds: Double
    let workloads: [WorkloadReport]
    let findings: [Finding]?
    let notes: [String]?
    let slowdown: Double?
    let startUp: StartUp?

    init(_ report: StressReport) {
      (seed, seconds, workloads) = (report.seed, report.seconds, report.workloads)
      let isOfRoot = report.isOfRoot
      findings = isOfRoot ? report.findings.map(Finding.init) : nil
      notes = isOfRoot ? report.notes : nil
      slowdown = isOfRoot ? report.slowdown : nil
      startUp = report.startUp.map(StartUp.init)
    }
  }

  private struct Finding: Encodable {
    let kind: String
    let key: String?
    let site: String?
    let message: String
    let workload: String

    init(_ finding: StressFinding) {
      kind = finding.kind.rawValue
      key = finding.key?.description
      site = finding.site?.description
      message = finding.message
      workload = finding.workload
    }
  }

  private struct StartUp: Encodable {
    let total: Double
    let criticalTime: Double
    let steps: [Step]

    init(_ profile: StartUpProfile) {
      total = profile.total / .seconds(1)
      criticalTime = profile.criticalTime / .seconds(1)
      steps = profile.steps.map(Step.init)
    }
  }

  private struct Step: Encodable {
    let key: String
    let own: Double
    let earliest: Double
    let needs: [String]
    let isCritical: Bool

    init(_ step: StartUpProfile.Step) {
      key = step.key.description
      own = step.own / .seconds(1)
      earliest = step.earliest / .seconds(1)
      needs = step.needs.map(\.description)
      isCritical = step.isCritical
    }
  }
}
