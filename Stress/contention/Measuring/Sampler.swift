import HoldfastStress

/// Sets up the subjects of a family, warms them up, and takes their samples interleaved.
///
/// One round takes one sample of every row; every second round goes backwards, so that a drift of the machine falls on all alike.
struct Sampler {
  let plan: Plan
  /// Says what is being measured.
  let line: LiveLine

  func measure(_ family: Family) -> [Row] {
    let points = plan.points(of: family)
    guard !points.isEmpty else { return [] }
    let start = MachineLoad()
    let works = points.map { point in
      show("setting up", point)
      return Roster.subject(point.subject).work(at: point)
    }
    var rows = points.map { Row(point: $0) }
    let turns = points.indices.map { index in
      show("warming up", points[index])
      return warmUp(works[index], length: plan.sampleNanoseconds(family))
    }
    for round in 0..<plan.repeats {
      for index in round.isMultiple(of: 2) ? Array(points.indices) : points.indices.reversed() {
        show("round \(round + 1) of \(plan.repeats)", points[index])
        rows[index].samples.append(works[index].sample(turns[index]))
      }
    }
    let others = MachineLoad.othersShare(from: start, to: MachineLoad())
    for index in rows.indices { rows[index].othersShare = others }
    return rows
  }

  private func show(_ stage: String, _ point: Point) {
    let threads = point.threads > 1 ? ", \(point.threads) threads" : ""
    line.draw("\(point.case.rawValue) · \(point.subject.rawValue)\(threads) · \(stage)")
  }

  /// Finds how many turns make a sample of the planned length; what it runs on the way is the warm-up.
  private func warmUp(_ work: Work, length: Double) -> Int {
    if let turns = work.fixedTurns {
      _ = work.sample(turns)
      return turns
    }
    var turns = 256
    while true {
      let nanoseconds = max(1, work.sample(turns).nanoseconds)
      let factor = length / nanoseconds
      if factor < 2 { return max(1, Int(Double(turns) * factor)) }
      turns = Int(Double(turns) * min(factor, 16))
    }
  }
}
