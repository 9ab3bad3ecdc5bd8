import Foundation

/// What all workloads of a run came to; written as JSON with the fields `seed`, `seconds` and `workloads`.
public struct RunReport: Sendable, Encodable {
  public let seed: UInt64
  /// How long the whole run was meant to take.
  public let seconds: Double
  public let workloads: [WorkloadReport]

  public init(seed: UInt64, seconds: Double, workloads: [WorkloadReport]) {
    self.seed = seed
    self.seconds = seconds
    self.workloads = workloads
  }

  public var held: Bool { workloads.allSatisfy(\.held) }
  public var stalled: Bool { workloads.contains { $0.stall != nil } }

  /// The report as JSON, ending with a line break.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
