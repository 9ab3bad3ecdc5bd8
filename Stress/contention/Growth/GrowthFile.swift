import Foundation

/// The JSON file of a run with `--growth`.
struct GrowthFile: Codable {
  var machine: ResultFile.Machine
  var curves: [Curve]

  struct Curve: Codable {
    var `case`: String
    var points: [Point]
    var exponent: Double?
    var broken: Bool
  }

  struct Point: Codable {
    var n: Int
    var nsPerItem: Double
    var bytes: Double?
    /// What was measured as a share of what is promised.
    var shareOfPromise: Double?
  }

  init(_ curves: [GrowthCurve], machine: ResultFile.Machine) {
    self.machine = machine
    self.curves = curves.map { curve in
      Curve(
        case: curve.id.rawValue,
        points: curve.points.map {
          Point(n: $0.size, nsPerItem: $0.nanosecondsPerItem, bytes: $0.bytes, shareOfPromise: curve.share(of: $0))
        },
        exponent: curve.exponent, broken: curve.isBroken)
    }
  }
}
