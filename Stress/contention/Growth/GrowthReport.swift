import HoldfastStress

/// The growth curves for people.
enum GrowthReport {
  static func text(_ curves: [GrowthCurve]) -> String {
    let broken = curves.filter(\.isBroken)
    let verdict =
      broken.isEmpty
      ? "Every promise held."
      : "Broken: " + broken.map { "\($0.id.name) (\($0.complaints.joined(separator: ", ")))" }.joined(separator: "; ")
    return (curves.map(block) + [verdict]).joined(separator: "\n\n")
  }

  private static func block(_ curve: GrowthCurve) -> String {
    let title = "\(curve.id.name): \(curve.id.summary)"
    let header = "          n    ns an item   memory, KB     of its limit"
    return ([title, header] + curve.points.map { line($0, curve) } + fits(curve)).joined(separator: "\n")
  }

  private static func fits(_ curve: GrowthCurve) -> [String] {
    let time = curve.exponent.map {
      "  an item's time grows as n^\(Figures.number($0, 2))" + (curve.id.time.map { "; promised: \($0.rawValue)" } ?? "")
    }
    let memory = curve.memoryExponent.map { "  an item's memory grows as n^\(Figures.number($0, 2)); promised: constant" }
    return [time, memory].compactMap { $0 } + curve.complaints.map { "  BROKEN: \($0)" }
  }

  private static func line(_ point: GrowthCurve.Point, _ curve: GrowthCurve) -> String {
    let memory = (point.bytes.map { Figures.number($0 / 1024, 0) } ?? "").aligned(to: 13)
    let share = (curve.share(of: point).map { Figures.number($0 * 100, 1) + " %" } ?? "").aligned(to: 17)
    return "\(point.size)".aligned(to: 11) + Figures.short(point.nanosecondsPerItem).aligned(to: 14) + memory + share
  }
}
