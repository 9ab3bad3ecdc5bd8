/// Decides turn by turn which key is next and whether it is read or replaced: the same sequence for every subject.
///
/// Two multiplications, no state and no table, so that the decision costs every subject the same nanosecond.
struct MixedTurn: Sendable {
  private let mask: Int
  private let threshold: UInt32
  private let seed: UInt64

  init(_ point: Point, thread: Int) {
    mask = point.keys - 1
    threshold = UInt32(Double(UInt32.max) * Double(point.readShare) / 100)
    seed = UInt64(thread + 1) &* 0xD6E8_FEB8_6659_FD93
  }

  @inline(__always)
  func decide(_ turn: Int) -> (key: Int, reads: Bool) {
    var hash = (UInt64(truncatingIfNeeded: turn) &+ seed) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return (Int(truncatingIfNeeded: hash >> 20) & mask, UInt32(truncatingIfNeeded: hash >> 32) <= threshold)
  }
}
