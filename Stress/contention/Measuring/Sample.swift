import HoldfastStress

/// What one sample found.
struct Sample: Sendable {
  /// Wall time from the first start to the last end.
  var nanoseconds: Double
  /// Operations of all threads together.
  var operations: Int
  /// Heap bytes that the subject keeps for each key, where the case asks and the platform tells.
  var bytesPerKey: Double?
  /// The synchronous form of the same work, where the case compares the two.
  var syncNanosecondsPerOperation: Double?
  /// Times of single operations, where the case is about waiting.
  var latency: LatencyPair?

  var nanosecondsPerOperation: Double { nanoseconds / Double(max(1, operations)) }
}

/// Times of single operations: undisturbed, and while others do what the case is about.
struct LatencyPair: Sendable {
  var idle = Histogram()
  var disturbed = Histogram()

  mutating func add(_ other: LatencyPair) {
    idle.merge(other.idle)
    disturbed.merge(other.disturbed)
  }
}
