extension StressReport {
  /// The closing table.
  var table: [String] {
    var table = Table(header: [
      "workload", "operations", "per second", "p50", "p99", "p99.9", "max", "builds", "invariants", "violations", "live at end",
    ])
    for report in workloads {
      table.add([
        report.name, Figures.count(Double(report.operations)), Figures.count(Double(report.operations) / max(report.elapsed, 1e-9)),
        Figures.duration(nanoseconds: report.p50), Figures.duration(nanoseconds: report.p99), Figures.duration(nanoseconds: report.p999),
        Figures.duration(nanoseconds: report.max), Figures.count(Double(report.builds)), Figures.count(Double(report.invariants)),
        "\(report.violationCount)", "\(report.liveAtEnd)",
      ])
    }
    return table.lines
  }

  /// What did not hold, workload by workload; empty if all did.
  var complaints: [String] {
    if isOfRoot { return findings.map(\.description) }
    return workloads.filter { !$0.held }.flatMap { report in
      var lines = ["\(report.name): \(report.violationCount) violations"] + report.violations.map { "  \($0)" }
      let hidden = Int(report.violationCount) - report.violations.count
      if hidden > 0 { lines.append("  and \(hidden) more") }
      return lines
    }
  }
}

extension WorkloadReport {
  /// One line, printed as soon as the workload is done.
  var line: String {
    let counts = "\(Figures.count(Double(operations))) operations, \(Figures.count(Double(builds))) builds"
    return "\(name): \(counts) in \(Figures.seconds(elapsed)), \(violationCount) violations"
  }
}
