#if Exploration
  /// The figures of a run, as they are written as JSON.
  struct KernelReport: Encodable {
    struct Entry: Encodable {
      let scenario: String
      let threads: Int
      /// Nil when there was none.
      let bound: Int?
      let schedules: Int
      let redundant: Int
      let exhaustive: Bool
      let seconds: Double
      let violation: String?
      let choices: [Int]?
    }

    struct Point: Encodable {
      let point: String
      let reached: UInt64
    }

    let held: Bool
    let scenarios: [Entry]
    let yieldPoints: [Point]
    let neverReached: [String]

    init(_ findings: [Finding], _ coverage: [YieldPoint: UInt64], _ missed: [YieldPoint]) {
      held = missed.isEmpty && findings.allSatisfy { $0.violation == nil }
      scenarios = findings.map { finding in
        let bound: Int? = if case .bounded(let bound) = finding.mode { bound } else { nil }
        return Entry(
          scenario: finding.scenario, threads: finding.threads, bound: bound, schedules: finding.executions, redundant: finding.redundant,
          exhaustive: finding.isExhaustive, seconds: finding.seconds, violation: finding.violation?.what,
          choices: finding.violation?.choices)
      }
      yieldPoints = coverage.sorted { $0.key < $1.key }.map { Point(point: $0.key.description, reached: $0.value) }
      neverReached = missed.map(\.description)
    }
  }
#endif
