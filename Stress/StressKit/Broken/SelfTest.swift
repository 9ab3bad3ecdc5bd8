package import HoldfastStress
import Searching

/// Runs the workloads with each defect, and without one: each defect must be caught by name, the sound ones must pass.
package struct SelfTest: Sendable {
  /// What came of one container under one workload.
  package struct Finding: DefectLook, Sendable {
    /// The breakage; nil for the sound container.
    package let defect: Defect?
    package let report: WorkloadReport
    /// The invariants that may catch it.
    package let expected: [Invariant]

    package init(defect: Defect?, report: WorkloadReport, expected: [Invariant]) {
      self.defect = defect
      self.report = report
      self.expected = expected
    }

    /// The expected invariant that did catch it.
    package var caughtBy: Invariant? {
      report.violations.first { expected.contains($0.invariant) }?.invariant
    }

    package var isAsExpected: Bool {
      defect == nil ? report.held : caughtBy != nil
    }

    /// One line, printed as soon as the container is through.
    package var line: String {
      let name = defect?.rawValue ?? "sound"
      if let caughtBy { return "\(name): caught by \(report.name), \(caughtBy)" }
      if isAsExpected { return "\(name): nothing to object to in \(report.name)" }
      let seen = report.violations.first.map { "\($0)" } ?? "nothing"
      return "\(name): NOT as expected in \(report.name); seen: \(seen)"
    }
  }

  private let plan: Plan
  /// The most that one container gets; a broken one is let off as soon as it is caught.
  private let secondsEach: Double

  package init(threads: Int, tasks: Int, seed: UInt64, secondsEach: Double = 3) {
    // One thread and one task alone could not get in each other's way often enough.
    plan = Plan(threads: max(threads, 2), tasks: max(tasks, 2), seed: seed, endsAtFirstViolation: true)
    self.secondsEach = secondsEach
  }

  /// Runs all of it on the calling thread; `report` is called after each container.
  package func run(report: (Finding) -> Void = { _ in }) -> [Finding] {
    let broken = Defect.allCases.map { (workload: $0.verdict.workload, defect: Optional($0)) }
    let sound = Catalogue.all.map { (workload: $0, defect: Defect?.none) }
    return DefectHunt(broken + sound).run(tell: report) { run($0.workload, $0.defect) }
  }

  private func run(_ workload: any ContainerWorkload.Type, _ defect: Defect?) -> Finding {
    let isShort = defect?.showsAtEnd ?? true
    let report = Runner(plan: plan).run(workload.load(defect), seconds: isShort ? min(0.2, secondsEach) : secondsEach)
    return Finding(defect: defect, report: report, expected: defect?.verdict.invariants ?? [])
  }

  /// The findings as a table: what was broken, which workload caught it and by which invariant.
  static func table(of findings: [Finding]) -> [String] {
    var table = Table(header: ["container", "workload", "invariant", "caught"], words: 3)
    for finding in findings {
      let caught = finding.defect == nil ? (finding.report.held ? "no, rightly" : "FALSE ALARM") : (finding.isAsExpected ? "yes" : "NO")
      let invariant = finding.caughtBy ?? finding.expected.first
      table.add([finding.defect?.rawValue ?? "sound", finding.report.name, invariant?.description ?? "all", caught])
    }
    return table.lines
  }
}
