/// The growth curves for people.
enum GrowthReport {
  static func text(_ curves: [GrowthCurve]) -> String {
    let blocks = curves.map(block)
    let broken = curves.filter(\.isBroken)
    let verdict =
      broken.isEmpty
      ? "No promise was broken by more than ten times."
      : "Broken by more than ten times: " + broken.map(\.id.rawValue).joined(separator: ", ")
    return (blocks + [verdict]).joined(separator: "\n\n")
  }

  private static func block(_ curve: GrowthCurve) -> String {
    let title = "\(curve.id.rawValue): \(curve.id.summary)"
    let header = "          n    ns an item   memory, KB   of the promise"
    let exponent = curve.exponent.map { "  an item's cost grows as n^\(Text.number($0, 2))" }
    return ([title, header] + curve.points.map { line($0, curve) } + [exponent].compactMap { $0 }).joined(separator: "\n")
  }

  private static func line(_ point: GrowthCurve.Point, _ curve: GrowthCurve) -> String {
    let memory = Text.align(point.bytes.map { Text.number($0 / 1024, 0) } ?? "", 13)
    let share = Text.align(curve.share(of: point).map { Text.number($0 * 100, 1) + " %" } ?? "", 17)
    return Text.align("\(point.size)", 11) + Text.align(Text.short(point.nanosecondsPerItem), 14) + memory + share
  }
}
