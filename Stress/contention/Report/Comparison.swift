import HoldfastStress

/// A run against an earlier one, row by row.
enum Comparison {
  static func text(_ now: ResultFile, against earlier: ResultFile) -> String {
    let lines = now.results.compactMap { entry -> String? in
      guard let old = earlier.results.first(where: entry.matches) else { return nil }
      let ratio = entry.nsPerOperation / old.nsPerOperation
      let setting = "\(entry.case) · \(entry.subject) · \(entry.threads) · \(entry.keys) · \(entry.readShare)"
      return Figures.number(ratio, 2).aligned(to: 9) + Figures.short(old.nsPerOperation).aligned(to: 11)
        + Figures.short(entry.nsPerOperation).aligned(to: 11) + "   " + setting
    }
    let header = "Against the run of \(earlier.machine.date)\n  × then   then, ns    now, ns   case · subject · threads · keys · % reads"
    return ([header] + (lines.isEmpty ? ["  no row is in both runs"] : lines)).joined(separator: "\n")
  }
}
