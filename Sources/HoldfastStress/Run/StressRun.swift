import Holdfast

/// One run: the survey of a composition root, if there is one, then loads in equal shares of the time that is left.
package struct StressRun: Sendable {
  /// What is told while it runs, on the thread that runs it.
  package enum Step {
    case progress(Progress, place: Int, of: Int)
    case done(WorkloadReport)
    case stalled(StallReport)
    case found(StressFinding)
  }

  private let plan: Plan
  private let seconds: Double
  private let interrupted: Flag
  private let examination: Examination?
  private let loads: [Load]

  /// A run of loads that need no composition root.
  package init(_ loads: [Load], plan: Plan, seconds: Double, interrupted: Flag) {
    self.init(plan, seconds, interrupted, nil, loads)
  }

  /// The loads that every composition root gets.
  package static var menu: [(name: String, summary: String)] { DerivedLoads.names }

  /// A run on a composition root.
  ///
  /// - Parameter others: what runs beside what the root gets.
  /// - Parameter isChosen: which loads run, by name; the survey always does.
  package init(
    _ root: CompositionRoot, workloads: [any Workload.Type] = [], others: [Load] = [], plan: Plan, seconds: Double, interrupted: Flag,
    isChosen: (String) -> Bool = { _ in true }
  ) {
    let examination = Examination(root, seed: plan.seed)
    let own = workloads.map { $0.load(examination) }
    self.init(plan, seconds, interrupted, examination, (DerivedLoads.all(examination) + own + others).filter { isChosen($0.name) })
  }

  private init(_ plan: Plan, _ seconds: Double, _ interrupted: Flag, _ examination: Examination?, _ loads: [Load]) {
    self.plan = plan
    self.seconds = seconds
    self.interrupted = interrupted
    self.examination = examination
    self.loads = loads
  }

  /// Runs it on the calling thread, which must not be one of the cooperative pool.
  ///
  /// - Throws: what making the first container throws.
  package func run(again: String, tell: (Step) -> Void = { _ in }) throws -> StressReport {
    let end = MonotonicClock.now() + UInt64(seconds * 1e9)
    var told = 0
    /// Tells what was found since it was called last.
    func tellFindings() {
      for finding in examination?.findings.all.dropFirst(told) ?? [] {
        tell(.found(finding))
        told += 1
      }
    }
    if let examination {
      try Survey(examination, until: interrupted).run()
      tellFindings()
      if !interrupted.isSet { try PoolCheck(examination, until: interrupted).run() }
      tellFindings()
    }
    let reports = runLoads(until: end) { step in
      if case .done = step { tellFindings() }
      tell(step)
    }
    guard let examination else {
      return StressReport(seed: plan.seed, seconds: seconds, workloads: reports, again: again)
    }
    if examination.everyTarget.isEmpty, !reports.contains(where: { $0.builds > 0 }), !interrupted.isSet {
      examination.findings.add(
        .invariant, nil, nil, in: Survey.name,
        "\(Invariant.didWork): nothing that is registered may be asked for, so the run has tried nothing")
    }
    return StressReport(
      seed: plan.seed, seconds: seconds, workloads: reports, findings: examination.findings.all + violations(reports, examination.findings),
      notes: examination.findings.notes, startUp: examination.startUp, slowdown: examination.meter.slowdown, again: again,
      isOfRoot: true)
  }

  /// A stall ends the run.
  private func runLoads(until end: UInt64, tell: (Step) -> Void) -> [WorkloadReport] {
    let runner = Runner(plan: plan, interrupted: interrupted)
    var reports: [WorkloadReport] = []
    for (index, load) in loads.enumerated() where !interrupted.isSet {
      let now = MonotonicClock.now()
      // If what came before took the whole time, each of those that are left still has a turn: a load that did nothing must not pass.
      let left = now < end ? Double(end - now) / 1e9 : 0
      if load.name == "layers", let examination, examination.findings.all.contains(where: { $0.kind == .hangingShutdown }) {
        examination.findings.note("layers did not run: they would hang as the shutdown does")
        continue
      }
      let report = runner.run(load, seconds: left / Double(loads.count - index)) { progress in
        tell(.progress(progress, place: index + 1, of: loads.count))
      }
      reports.append(report)
      tell(.done(report))
      if let stall = report.stall {
        tell(.stalled(stall))
        break
      }
    }
    return reports
  }

  /// What the workloads saw themselves; a stall that is explained already is not told again.
  private func violations(_ reports: [WorkloadReport], _ findings: Findings) -> [StressFinding] {
    let isExplained = findings.all.contains { $0.kind == .stuck || $0.kind == .hiddenCycle || $0.kind == .hangingShutdown }
    return reports.flatMap { report in
      let violations = report.violations.filter { !(isExplained && $0.invariant == .progress) }
      var seen: Set<Invariant> = []
      // Each invariant once, with what was seen first.
      return violations.filter { seen.insert($0.invariant).inserted }.map { violation in
        StressFinding(kind: .invariant, key: nil, site: nil, message: violation.description, workload: report.name)
      }
    }
  }
}

/// How far a run is, for the line that is redrawn on a terminal.
package struct Progress: Sendable {
  package let workload: String
  package let elapsed: Double
  package let operations: UInt64
  package let builds: UInt64
  package let violations: UInt64

  /// As one short line.
  var text: String {
    let counts = "\(Figures.count(Double(operations))) operations  \(Figures.count(Double(builds))) builds"
    return String("\(workload)  \(Figures.seconds(elapsed))  \(counts)  \(violations) violations".prefix(90))
  }
}
