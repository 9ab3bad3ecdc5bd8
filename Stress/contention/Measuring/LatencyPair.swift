import HoldfastStress

/// Times of single hits: while nothing happens, and while another key is being built.
struct LatencyPair: Sendable {
  var idle = Histogram()
  var building = Histogram()

  mutating func add(_ other: LatencyPair) {
    idle.merge(other.idle)
    building.merge(other.building)
  }
}
