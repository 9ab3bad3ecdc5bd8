/// All rows of a run.
struct Results: Sendable {
  let cores: Int
  var rows: [Row] = []

  /// The row at a point, whatever its number of keys is when none is given.
  func row(_ subject: SubjectID, _ id: CaseID, threads: Int = 1, keys: Int? = nil, readShare: Int = 100) -> Row? {
    rows.first {
      $0.point.subject == subject && $0.point.case == id && $0.point.threads == threads && $0.point.readShare == readShare
        && (keys == nil || $0.point.keys == keys)
    }
  }

  /// Nanoseconds per operation at a point.
  func nanoseconds(_ subject: SubjectID, _ id: CaseID, threads: Int = 1) -> Double? {
    row(subject, id, threads: threads)?.nanoseconds
  }

  /// How many times what static let takes in the same case.
  func ratioToStaticLet(_ row: Row) -> Double? {
    rows.first { $0.point == row.point.with(.staticLet) }.map { row.nanoseconds / $0.nanoseconds }
  }

  /// Throughput at so many threads over that of one: how a subject scales.
  func scaling(_ subject: SubjectID, _ id: CaseID, threads: Int) -> Double? {
    guard let one = nanoseconds(subject, id), let many = nanoseconds(subject, id, threads: threads) else { return nil }
    return one / many
  }
}
