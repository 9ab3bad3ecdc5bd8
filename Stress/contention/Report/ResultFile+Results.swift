import Foundation
import HoldfastStress

extension ResultFile {
  /// The file of a run.
  init(_ results: Results, plan: Plan, othersShare: Double?) {
    machine = Machine(quick: plan.quick, repeats: plan.repeats, othersShare: othersShare)
    self.results = results.rows.map(Entry.init)
    scalability = ScalabilityReport.lines(results).map { line in
      Fit(
        subject: line.subject.rawValue, case: line.case.rawValue, contention: line.fit.contention, coherency: line.fit.coherency,
        peakThreads: line.fit.peak, capacity64: line.fit.capacity(64))
    }
  }
}

extension ResultFile.Machine {
  /// This machine, now.
  init(quick: Bool, repeats: Int, othersShare: Double?) {
    self.init(
      system: ProcessInfo.processInfo.operatingSystemVersionString, processor: Self.thisProcessor,
      cores: ProcessInfo.processInfo.activeProcessorCount, quick: quick, repeats: repeats, othersShare: othersShare,
      date: ISO8601DateFormatter().string(from: Date()))
  }

  private static var thisProcessor: String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

extension ResultFile.Entry {
  init(_ row: Row) {
    subject = row.point.subject.rawValue
    `case` = row.point.case.rawValue
    threads = row.point.threads
    keys = row.point.keys
    readShare = row.point.readShare
    nsPerOperation = row.nanoseconds
    samples = row.samples.map(\.nanosecondsPerOperation)
    othersShare = row.othersShare
    bytesPerKey = row.bytesPerKey
    syncNsPerOperation = row.syncNanoseconds
    latency = row.latency.map(ResultFile.Latency.init)
  }
}

extension ResultFile.Latency {
  init(_ pair: LatencyPair) {
    p50 = Double(pair.disturbed.percentile(0.5))
    p99 = Double(pair.disturbed.percentile(0.99))
    p999 = Double(pair.disturbed.percentile(0.999))
    max = Double(pair.disturbed.max)
    histogram = pair.disturbed.filled.map { [Int($0.upper), Int($0.count)] }
    idleP50 = Double(pair.idle.percentile(0.5))
    idleP999 = Double(pair.idle.percentile(0.999))
    idleMax = Double(pair.idle.max)
    idleHistogram = pair.idle.filled.map { [Int($0.upper), Int($0.count)] }
  }
}
