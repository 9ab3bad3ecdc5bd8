/// All that the fake container knows.
///
/// A plain value; the container's lock guards it.
struct FakeBook<Object: AnyObject & Sendable> {
  var entries: [Int: FakeEntry<Object>] = [:]
  /// The key that each waiting chain of factories waits for.
  var waits: [UInt64: Int] = [:]
  /// The chains that wait for nothing any more; filled only by the container that loses them.
  var lost: Set<UInt64> = []
  var isSealed = false
  private var number: UInt64 = 0

  mutating func nextNumber() -> UInt64 {
    number += 1
    return number
  }

  /// True now and then, for defects that do not always show.
  mutating func tossed(oneIn count: UInt64) -> Bool {
    nextNumber().isMultiple(of: count)
  }

  /// The keys through which a wait of `chain` for `key` would come back to `chain`; nil if it would not.
  func cycle(of chain: UInt64, waitingFor key: Int) -> [Int]? {
    var path = [key]
    var builder = entries[key]?.builder
    while let owner = builder {
      if owner == chain { return path + [key] }
      guard let next = waits[owner] else { return nil }
      path.append(next)
      if path.count > entries.count { return nil }
      builder = entries[next]?.builder
    }
    return nil
  }
}
