/// One promise about speed or memory, and what a run reached.
struct Goal: Sendable {
  enum Bound: Sendable {
    case atMost(Double)
    case atLeast(Double)
  }

  let title: String
  let bound: Bound
  let unit: String
  /// The cases that it is read from; it is judged only when all of them were chosen.
  let cases: [CaseID]
  /// What was reached; nil when a row that it needs is missing.
  let reached: @Sendable (Results) -> Double?

  init(_ title: String, _ bound: Bound, _ unit: String = "×", cases: [CaseID], reached: @escaping @Sendable (Results) -> Double?) {
    self.title = title
    self.bound = bound
    self.unit = unit
    self.cases = cases
    self.reached = reached
  }

  func isMet(_ value: Double) -> Bool {
    switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  /// A ratio to static let in the same case.
  static func ratio(_ title: String, _ subject: SubjectID, _ id: CaseID, atMost limit: Double) -> Goal {
    Goal(title, .atMost(limit), cases: [id]) { results in
      results.row(subject, id).flatMap(results.ratioToStaticLet)
    }
  }
}
