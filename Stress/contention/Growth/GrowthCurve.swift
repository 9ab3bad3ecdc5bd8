import Foundation

/// What one operation took at each size, and what that says of its promise.
struct GrowthCurve: Sendable {
  struct Point: Sendable {
    let size: Int
    /// The median of the runs.
    let nanosecondsPerItem: Double
    let bytes: Double?
  }

  /// How much worse than its limit a measured value must be to be called broken: the machine has other work too.
  static let tolerance = 10.0
  /// How much larger than promised a fitted exponent must be to be called broken. Caches that no longer suffice bring up to 0.3; the least
  /// that a promise is broken by is 1.
  static let exponentTolerance = 0.5

  let id: GrowthCase
  let points: [Point]

  /// The power of n with which an item's time grows.
  var exponent: Double? { Self.slope(points.map { (Double($0.size), $0.nanosecondsPerItem) }) }

  /// The power of n with which an item's memory grows; nil where it is not to be constant.
  var memoryExponent: Double? {
    guard case .constantPerItem = id.memory else { return nil }
    return Self.slope(points.compactMap { point in point.bytes.map { (Double(point.size), $0 / Double(point.size)) } })
  }

  /// The slope of the straight line through the logarithms with the least squares: 0 is flat.
  static func slope(_ points: [(size: Double, value: Double)]) -> Double? {
    let logs = points.map { (x: log($0.size), y: log(max($0.value, 0.001))) }
    guard logs.count > 1 else { return nil }
    let (x, y) = (logs.map(\.x).reduce(0, +) / Double(logs.count), logs.map(\.y).reduce(0, +) / Double(logs.count))
    let square = logs.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    return logs.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / square
  }

  /// What was measured as a share of its limit; nil where there is none.
  func share(of point: Point) -> Double? {
    let time = id.limit.flatMap { point.size <= $0.size ? point.nanosecondsPerItem / $0.nanoseconds : nil }
    guard case .kept(let most) = id.memory, let bytes = point.bytes else { return time }
    return max(time ?? 0, bytes / most)
  }

  /// What of the promise does not hold, in words.
  var complaints: [String] {
    var said: [String] = []
    if let exponent, let time = id.time, exponent > time.exponent + Self.exponentTolerance {
      said.append("an item's time is not \(time.rawValue)")
    }
    if let memoryExponent, memoryExponent > Self.exponentTolerance { said.append("an item's memory is not constant") }
    if points.contains(where: { share(of: $0).map { $0 > Self.tolerance } ?? false }) { said.append("more than ten times its limit") }
    return said
  }

  var isBroken: Bool { !complaints.isEmpty }
}
