/// Latencies in nanoseconds, counted in buckets whose width grows with the value: every answer is within 1/32 of the truth.
///
/// ```
/// value      0 … 31   32 … 63   64 … 127   128 … 255   …
/// bucket        1        1          2          4            wide
/// ```
///
/// The buckets are allocated once, so recording takes no allocation; about 15 KB each. A histogram has one owner, which records; the owner's
/// histogram is merged into another one when it is done. Recording is O(1), a percentile is O(buckets).
package struct Histogram: Sendable {
  static let subBits = 5
  static let subCount = 1 << subBits
  static let bucketCount = (64 - subBits + 1) * subCount

  private var buckets: [UInt64]
  /// How many values were recorded.
  package private(set) var count: UInt64 = 0
  /// The largest value recorded, exactly; 0 when none was.
  package private(set) var max: UInt64 = 0

  package init() {
    buckets = [UInt64](repeating: 0, count: Self.bucketCount)
  }

  package mutating func record(_ value: UInt64) {
    buckets[Self.bucket(of: value)] &+= 1
    count &+= 1
    if value > max { max = value }
  }

  package mutating func merge(_ other: Histogram) {
    for index in buckets.indices {
      buckets[index] &+= other.buckets[index]
    }
    count &+= other.count
    max = Swift.max(max, other.max)
  }

  /// The smallest recorded value, rounded up to its bucket, that at least this share of the values does not exceed; 0 when none was recorded.
  package func percentile(_ share: Double) -> UInt64 {
    guard count > 0 else { return 0 }
    let rank = Swift.max(1, UInt64((share * Double(count)).rounded(.up)))
    var seen: UInt64 = 0
    for (index, size) in buckets.enumerated() {
      seen += size
      if seen >= rank { return Swift.min(Self.upperBound(of: index), max) }
    }
    return max
  }

  /// The buckets in which there is something: the largest value of each, and how many were recorded.
  package var filled: [(upper: UInt64, count: UInt64)] {
    buckets.indices.filter { buckets[$0] > 0 }.map { (Self.upperBound(of: $0), buckets[$0]) }
  }

  static func bucket(of value: UInt64) -> Int {
    guard value >= UInt64(subCount) else { return Int(value) }
    let exponent = 63 - value.leadingZeroBitCount
    let shift = exponent - subBits
    let sub = Int((value >> UInt64(shift)) & UInt64(subCount - 1))
    return (shift + 1) * subCount + sub
  }

  static func upperBound(of bucket: Int) -> UInt64 {
    guard bucket >= subCount else { return UInt64(bucket) }
    let shift = UInt64(bucket / subCount - 1)
    let base = UInt64(subCount + bucket % subCount) << shift
    return base + ((1 << shift) - 1)
  }
}
