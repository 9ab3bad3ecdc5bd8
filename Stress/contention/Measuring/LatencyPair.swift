import HoldfastStress

/// Times of single operations: undisturbed, and while others do what the case is about.
struct LatencyPair: Sendable {
  var idle = Histogram()
  var disturbed = Histogram()

  mutating func add(_ other: LatencyPair) {
    idle.merge(other.idle)
    disturbed.merge(other.disturbed)
  }
}
