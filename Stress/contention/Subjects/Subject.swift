/// One way to reach shared objects, with its loops for every case that it can do.
protocol Subject: Sendable {
  /// Whether it has this row.
  func supports(_ point: Point) -> Bool

  /// Sets the row up; asked only for rows that it supports.
  func work(at point: Point) -> Work
}
