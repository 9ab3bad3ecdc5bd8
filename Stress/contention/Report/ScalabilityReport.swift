import HoldfastStress

/// The fits of all subjects, and what they would mean on 64 cores; or that too few numbers of threads had cores of their own.
///
/// Only threads that run at once contend, so no more threads than cores enter the fit. Each subject's scaling is taken relative to that of
/// `static let` on objects that no two threads share, in the same run: that one scales as far as the machine does.
enum ScalabilityReport {
  struct Line: Sendable {
    let subject: SubjectID
    let `case`: CaseID
    let fit: ScalabilityFit
  }

  static func lines(_ results: Results) -> [Line] {
    [CaseID.distinct, .same, .scopes].flatMap { id in
      SubjectID.allCases.compactMap { subject in
        ScalabilityFit(capacities(subject, id, results)).map { Line(subject: subject, case: id, fit: $0) }
      }
    }
  }

  static func text(_ results: Results) -> String? {
    let lines = lines(results)
    guard !lines.isEmpty else {
      let isAsked = results.rows.contains { $0.point.case.family == .scaling }
      return isAsked ? ScalabilityFit.absence(cores: results.cores) : nil
    }
    let header = """
      Universal Scalability Law, fitted up to \(results.cores) cores, relative to static let on objects that no two threads share
        contention  coherency     peak   64 cores (extrapolated)
      """
    let body = lines.map { line in
      let peak = line.fit.peak.map { Figures.number($0, 0) } ?? "none"
      return Figures.number(line.fit.contention, 4).aligned(to: 12) + Figures.number(line.fit.coherency, 4).aligned(to: 11)
        + peak.aligned(to: 9) + (Figures.number(line.fit.capacity(64), 1) + " ×").aligned(to: 16) + "".padded(to: 11)
        + line.case.rawValue.padded(to: 10) + line.subject.rawValue
    }
    return ([header] + body).joined(separator: "\n")
  }

  private static func capacities(_ subject: SubjectID, _ id: CaseID, _ results: Results) -> [(threads: Int, capacity: Double)] {
    results.rows.filter { $0.point.subject == subject && $0.point.case == id && $0.point.threads <= results.cores }.compactMap {
      row in
      let threads = row.point.threads
      guard let own = results.scaling(subject, id, threads: threads) else { return nil }
      let machine = results.scaling(.staticLet, .distinct, threads: threads) ?? Double(min(threads, results.cores))
      return (threads, Double(threads) * own / machine)
    }
  }
}
