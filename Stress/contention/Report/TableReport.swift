import HoldfastStress

/// The table for people: a block per case and setting, ratios to static let first.
enum TableReport {
  static func text(_ results: Results) -> String {
    var blocks: [(heading: Point, rows: [Row])] = []
    for row in results.rows {
      let heading = row.point.with(.staticLet)
      if let index = blocks.firstIndex(where: { $0.heading == heading }) {
        blocks[index].rows.append(row)
      } else {
        blocks.append((heading, [row]))
      }
    }
    return blocks.map { block($0.heading, $0.rows, results) }.joined(separator: "\n\n")
  }

  private static func block(_ point: Point, _ rows: [Row], _ results: Results) -> String {
    var title = "\(point.case.rawValue): \(point.case.summary)"
    if point.threads > 1 { title += point.case == .asyncHit ? ", \(point.threads) tasks" : ", \(point.threads) threads" }
    if point.case == .mixed { title += ", \(point.keys) keys, \(point.readShare) % reads" }
    if let others = rows.first?.othersShare, others >= 0.05 {
      title += "   (others used \(Figures.number(others * 100, 0)) % of the machine)"
    }
    let header = "  × static let         ns      ±   subject"
    return ([title, header] + rows.map { line($0, results) }).joined(separator: "\n")
  }

  private static func line(_ row: Row, _ results: Results) -> String {
    let ratio = Figures.short(results.ratioToStaticLet(row)).aligned(to: 14)
    let time = Figures.short(row.nanoseconds).aligned(to: 11)
    let spread = (Figures.number(row.spread * 100, 0) + " %").aligned(to: 7)
    return ratio + time + spread + "   " + row.point.subject.rawValue.padded(to: 18) + extras(row)
  }

  private static func extras(_ row: Row) -> String {
    var parts: [String] = []
    if let bytes = row.bytesPerKey { parts.append("\(Figures.number(bytes, 0)) bytes a key") }
    if let sync = row.syncNanoseconds { parts.append("sync form \(Figures.short(sync)) ns") }
    if let latency = row.latency {
      let disturbed = latency.disturbed
      parts.append(
        "p50 \(Figures.duration(nanoseconds: disturbed.percentile(0.5))), p99.9 \(Figures.duration(nanoseconds: disturbed.percentile(0.999)))"
      )
      parts.append(
        "max \(Figures.duration(nanoseconds: disturbed.max)), p99.9 idle \(Figures.duration(nanoseconds: latency.idle.percentile(0.999)))")
    }
    return parts.joined(separator: ", ")
  }
}
