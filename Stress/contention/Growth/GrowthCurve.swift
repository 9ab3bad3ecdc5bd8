import Foundation

/// What one operation took at each size.
struct GrowthCurve: Sendable {
  struct Point: Sendable {
    let size: Int
    let nanosecondsPerItem: Double
    /// How much the heap grew meanwhile, where that is asked for and the system tells.
    let bytes: Double?
  }

  /// How much worse than promised a measured value must be to be called broken: the machine has other work too.
  static let tolerance = 10.0

  let id: GrowthCase
  let points: [Point]

  /// The power of n with which an item's cost grows: 0 is flat, 1 makes all of them quadratic. The slope of a straight line through the logarithms.
  var exponent: Double? {
    let logs = points.map { (x: log(Double($0.size)), y: log(max($0.nanosecondsPerItem, 0.001))) }
    guard logs.count > 1 else { return nil }
    let (x, y) = (logs.map(\.x).reduce(0, +) / Double(logs.count), logs.map(\.y).reduce(0, +) / Double(logs.count))
    let square = logs.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    return logs.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / square
  }

  /// What was measured as a share of what is promised; nil where nothing is.
  func share(of point: Point) -> Double? {
    let time = id.promise.flatMap { point.size <= $0.size ? point.nanosecondsPerItem / $0.nanoseconds : nil }
    let memory = id.promisedBytes.flatMap { promised in point.bytes.map { $0 / promised } }
    return [time, memory].compactMap { $0 }.max()
  }

  var isBroken: Bool { points.contains { share(of: $0).map { $0 > Self.tolerance } ?? false } }
}
