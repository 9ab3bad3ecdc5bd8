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
  /// The same figure of the least that can be written by hand for it; nil where there is nothing of the kind.
  let byHand: @Sendable (Results) -> Double?

  init(
    _ title: String, _ bound: Bound, _ unit: String = "×", cases: [CaseID], byHand: @escaping @Sendable (Results) -> Double? = { _ in nil },
    reached: @escaping @Sendable (Results) -> Double?
  ) {
    self.title = title
    self.bound = bound
    self.unit = unit
    self.cases = cases
    self.byHand = byHand
    self.reached = reached
  }

  func isMet(_ value: Double) -> Bool {
    switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  /// The least by hand for a container in this state, the closest first.
  static func least(for subject: SubjectID) -> [SubjectID] {
    subject == .holdfastOpen ? [.openCells, .bareCells, .bareTable] : [.bareCells, .bareTable]
  }

  /// A ratio to static let in the same case, beside that of the least that is written by hand: cells in a bare table.
  static func ratio(_ title: String, _ subject: SubjectID, _ id: CaseID, atMost limit: Double) -> Goal {
    @Sendable func ratio(_ subject: SubjectID, _ results: Results) -> Double? { results.row(subject, id).flatMap(results.ratioToStaticLet) }
    return Goal(title, .atMost(limit), cases: [id]) { results in
      least(for: subject).lazy.compactMap { ratio($0, results) }.first
    } reached: {
      ratio(subject, $0)
    }
  }
}
