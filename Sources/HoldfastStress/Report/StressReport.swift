import Foundation
import Holdfast

/// The result of a run: the findings, the keys that were not tried, and the figures.
public struct StressReport: Sendable, CustomStringConvertible {
  /// The seed of the run's choices.
  public let seed: UInt64
  /// How long the run was meant to take, in seconds.
  package let seconds: Double
  /// The findings; empty if there are none.
  public let findings: [StressFinding]
  /// What the harness did not try, and the reason.
  public let notes: [String]
  /// How long the start-up takes; nil for a run without a composition root.
  public let startUp: StartUpProfile?
  /// How many times slower than an idle machine this machine was. The limits grew by the same factor.
  public let slowdown: Double
  /// What repeats the run's choices.
  package let again: String
  package let workloads: [WorkloadReport]
  /// Whether a composition root was looked at; its workloads' violations are among the findings.
  let isOfRoot: Bool

  package init(
    seed: UInt64, seconds: Double, workloads: [WorkloadReport], findings: [StressFinding] = [], notes: [String] = [],
    startUp: StartUpProfile? = nil, slowdown: Double = 1, again: String = "", isOfRoot: Bool = false
  ) {
    self.seed = seed
    self.seconds = seconds
    self.workloads = workloads
    self.findings = findings
    self.notes = notes
    self.startUp = startUp
    self.slowdown = slowdown
    self.again = again
    self.isOfRoot = isOfRoot
  }

  /// Whether there are no findings.
  public var held: Bool { findings.isEmpty && workloads.allSatisfy(\.held) }
  package var stalled: Bool { workloads.contains { $0.stall != nil } }

  /// One finding as a text that stands alone: how to repeat it, and the start-up where that is slow.
  package func text(of finding: StressFinding) -> String {
    let picture = finding.kind == .slowStartUp ? startUp.map { "\($0)" } : nil
    return ["\(finding)", "again: \(again)", picture].compactMap { $0 }.joined(separator: "\n")
  }

  /// The findings and how to repeat the run; one line if there are none.
  public var description: String {
    if held { return "all held" }
    return (complaints + (again.isEmpty ? [] : ["again: \(again)"])).joined(separator: "\n")
  }
}
