import Foundation

/// The JSON file of a run with `--growth`.
struct GrowthFile: Codable {
  var machine: ResultFile.Machine
  var curves: [Curve]

  struct Curve: Codable {
    var `case`: String
    /// What is done, and what an item is.
    var summary: String
    var points: [Point]
    /// The fitted power of n with which an item's time grows.
    var exponent: Double?
    /// "constant" or "linear": what is promised of an item's time.
    var promised: String?
    /// The fitted power of n with which an item's memory grows, where that is promised to be constant.
    var memoryExponent: Double?
    /// By how much an exponent may be above the promise.
    var exponentTolerance: Double
    var broken: Bool
  }

  struct Point: Codable {
    var n: Int
    var nsPerItem: Double
    /// How much the heap grew, for all items together.
    var bytes: Double?
    /// What was measured as a share of what it may be at most.
    var shareOfLimit: Double?
  }

  init(_ curves: [GrowthCurve], machine: ResultFile.Machine) {
    self.machine = machine
    self.curves = curves.map { curve in
      Curve(
        case: curve.id.name, summary: curve.id.summary,
        points: curve.points.map {
          Point(n: $0.size, nsPerItem: $0.nanosecondsPerItem, bytes: $0.bytes, shareOfLimit: curve.share(of: $0))
        },
        exponent: curve.exponent, promised: curve.id.time?.rawValue, memoryExponent: curve.memoryExponent,
        exponentTolerance: GrowthCurve.exponentTolerance, broken: curve.isBroken)
    }
  }
}
