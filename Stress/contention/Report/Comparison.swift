/// A run against an earlier one, row by row.
enum Comparison {
  static func text(_ now: ResultFile, against earlier: ResultFile) -> String {
    let lines = now.results.compactMap { entry -> String? in
      guard let old = earlier.results.first(where: entry.matches) else { return nil }
      let ratio = entry.nsPerOperation / old.nsPerOperation
      let setting = "\(entry.case) · \(entry.subject) · \(entry.threads) · \(entry.keys) · \(entry.readShare)"
      return Text.align(Text.number(ratio, 2), 9) + Text.align(Text.short(old.nsPerOperation), 11)
        + Text.align(Text.short(entry.nsPerOperation), 11) + "   " + setting
    }
    let header = "Against the run of \(earlier.machine.date)\n  × then   then, ns    now, ns   case · subject · threads · keys · % reads"
    return ([header] + (lines.isEmpty ? ["  no row is in both runs"] : lines)).joined(separator: "\n")
  }
}
