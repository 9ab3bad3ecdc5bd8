/// What a run of one workload came to.
package struct WorkloadReport: Sendable {
  package let name: String
  /// How long the run took, in seconds.
  package let elapsed: Double
  package let operations: UInt64
  package let builds: UInt64
  /// How many invariants were checked.
  package let invariants: UInt64
  package let violationCount: UInt64
  /// The first violations.
  package let violations: [Violation]
  package let liveAtEnd: Int
  /// Latencies in nanoseconds.
  package let p50: UInt64, p99: UInt64, p999: UInt64, max: UInt64
  /// The workers that were stuck, if the run stalled.
  package let stall: StallReport?

  init(name: String, elapsed: Double, latencies: Histogram, ledger: Ledger, stall: StallReport?) {
    self.name = name
    self.elapsed = elapsed
    self.stall = stall
    operations = latencies.count
    builds = ledger.builds
    invariants = ledger.checked
    violationCount = ledger.violationCount
    violations = ledger.violations
    liveAtEnd = ledger.live
    p50 = latencies.percentile(0.5)
    p99 = latencies.percentile(0.99)
    p999 = latencies.percentile(0.999)
    max = latencies.max
  }

  package var held: Bool { violationCount == 0 }
}

extension WorkloadReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, operations, builds, invariants, violations, liveAtEnd, p50, p99, p999, max
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(operations, forKey: .operations)
    try fields.encode(builds, forKey: .builds)
    try fields.encode(invariants, forKey: .invariants)
    try fields.encode(violationCount, forKey: .violations)
    try fields.encode(liveAtEnd, forKey: .liveAtEnd)
    try fields.encode(p50, forKey: .p50)
    try fields.encode(p99, forKey: .p99)
    try fields.encode(p999, forKey: .p999)
    try fields.encode(max, forKey: .max)
  }
}
