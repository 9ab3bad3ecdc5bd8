import Foundation
import Holdfast

/// What a run came to: what was found, what was not looked at, and the figures.
public struct StressReport: Sendable, CustomStringConvertible {
  /// The seed of the run's choices.
  public let seed: UInt64
  /// How long the run was meant to take, in seconds.
  package let seconds: Double
  /// What was found; empty if everything held.
  public let findings: [StressFinding]
  /// What was not looked at, and why.
  public let notes: [String]
  /// What the start-up costs; nil if no composition root was looked at.
  public let startUp: StartUpProfile?
  /// How many times longer than on an idle machine things took; the limits were longer by as much.
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

  /// True if nothing was found.
  public var held: Bool { findings.isEmpty && workloads.allSatisfy(\.held) }
  package var stalled: Bool { workloads.contains { $0.stall != nil } }

  /// One finding as a text that stands alone: how to repeat it, and the start-up where that is slow.
  package func text(of finding: StressFinding) -> String {
    let picture = finding.kind == .slowStartUp ? startUp.map { "\($0)" } : nil
    return ["\(finding)", "again: \(again)", picture].compactMap { $0 }.joined(separator: "\n")
  }

  /// What was found and how to repeat it; one line if that is nothing.
  public var description: String {
    if held { return "all held" }
    return (complaints + (again.isEmpty ? [] : ["again: \(again)"])).joined(separator: "\n")
  }
}
