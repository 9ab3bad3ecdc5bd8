import HoldfastStress

/// The goals with what was reached.
struct GoalReport {
  let text: String
  /// Whether every goal that was judged is met.
  let allMet: Bool

  /// A goal is judged when all its cases were chosen; without its row it counts as missed, unless subjects were left out on purpose.
  init(_ results: Results, plan: Plan) {
    var lines = ["Goals, and the least that can be written by hand", "           goal     reached     by hand"]
    var missed = 0
    var judged = 0
    let everySubject = plan.subjects.count == SubjectID.allCases.count
    for goal in Goals.all where goal.cases.allSatisfy(plan.cases.contains) {
      let value = goal.reached(results)
      if value == nil, !everySubject { continue }
      judged += 1
      let met = value.map(goal.isMet) ?? false
      if !met { missed += 1 }
      let verdict = value == nil ? "no row" : met ? "met" : "MISSED"
      lines.append(
        Self.limit(goal).aligned(to: 15) + Figures.short(value).aligned(to: 12) + Figures.short(goal.byHand(results)).aligned(to: 12) + "  "
          + goal.unit.padded(to: 6) + verdict.padded(to: 8) + goal.title)
    }
    lines.append("\(judged - missed) of \(judged) goals met")
    if results.cores != 2 { lines.append("The goals are set for 2 cores; this machine has \(results.cores).") }
    text = lines.joined(separator: "\n")
    allMet = missed == 0
  }

  private static func limit(_ goal: Goal) -> String {
    switch goal.bound {
    case .atMost(let limit): "≤ " + Self.plain(limit)
    case .atLeast(let limit): "≥ " + Self.plain(limit)
    }
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
