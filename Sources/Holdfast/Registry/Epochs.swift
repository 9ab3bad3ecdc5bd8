/// In which epoch a run or a scope was counted in each container that it belongs to, the outermost first.
///
/// Four in one word, and an array only for those of more: mostly there is one, as most scopes belong to a container that asks no other one.
struct Epochs: Sendable {
  private var packed: UInt64 = 0
  private var further: [UInt16] = []
  private(set) var count = 0

  mutating func append(_ epoch: UInt16) {
    if count < 4 { packed |= UInt64(epoch) << UInt64(count * 16) } else { further.append(epoch) }
    count += 1
  }

  subscript(index: Int) -> UInt16 { index < 4 ? UInt16(truncatingIfNeeded: packed >> UInt64(index * 16)) : further[index - 4] }
}
