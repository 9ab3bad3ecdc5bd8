/// Counts of latencies: to the nanosecond below 4,096, then 64 steps per doubling.
///
/// A plain value for one thread; recording is two array accesses.
struct Histogram: Sendable {
  private static let linear = 4_096
  private static let steps = 64

  private var counts = [UInt32](repeating: 0, count: Self.linear + Self.steps * 40)
  private(set) var total = 0
  private(set) var max: UInt64 = 0

  mutating func record(_ nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] &+= 1
    total &+= 1
    if nanoseconds > max { max = nanoseconds }
  }

  mutating func add(_ other: Histogram) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
    total += other.total
    max = Swift.max(max, other.max)
  }

  /// The value below which this share of the records lies.
  func quantile(_ share: Double) -> Double {
    guard total > 0 else { return .nan }
    let rank = Int((Double(total) * share).rounded(.up))
    var seen = 0
    for index in counts.indices where counts[index] > 0 {
      seen += Int(counts[index])
      if seen >= rank { return Swift.min(Double(Self.value(of: index)), Double(max)) }
    }
    return Double(max)
  }

  /// Filled steps, eight per doubling, as `[nanoseconds, count]`: enough for a picture.
  var coarse: [[Int]] {
    var steps: [(upper: Int, count: Int)] = []
    var upper = 8.0
    for index in counts.indices where counts[index] > 0 {
      let value = Self.value(of: index)
      while Double(value) > upper { upper *= 1.090_507_732_665_257_7 }
      if steps.last?.upper == Int(upper) {
        steps[steps.count - 1].count += Int(counts[index])
      } else {
        steps.append((Int(upper), Int(counts[index])))
      }
    }
    return steps.map { [$0.upper, $0.count] }
  }

  private static func bucket(of nanoseconds: UInt64) -> Int {
    if nanoseconds < UInt64(linear) { return Int(nanoseconds) }
    let exponent = 63 - nanoseconds.leadingZeroBitCount
    let step = Int((nanoseconds >> UInt64(exponent - 6)) & 63)
    return Swift.min(linear + (exponent - 12) * steps + step, linear + steps * 40 - 1)
  }

  /// The lower end of a bucket.
  private static func value(of bucket: Int) -> Int {
    if bucket < linear { return bucket }
    let exponent = (bucket - linear) / steps + 12
    return (1 << exponent) + (((bucket - linear) % steps) << (exponent - 6))
  }
}
