/// Words that were seen lately, shared by threads without a lock.
///
/// A word is in one of four slots until another word takes that slot. So a word may be forgotten, but none is contained that was not inserted. A word
/// says all by itself, so that no order of reads and writes matters.
package struct RecentWords: ~Copyable, @unchecked Sendable {  // unchecked: the address never changes, and what is there is atomic
  private let slots: UnsafeMutablePointer<AtomicWord>
  private let count: Int
  private static var probes: Int { 4 }

  /// - Parameter count: a power of two, at least 4.
  package init(count: Int) {
    precondition(count >= Self.probes && count & (count - 1) == 0, "the number of slots is a power of two")
    self.count = count
    slots = .allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: AtomicWord(0)) }
  }

  deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
  }

  /// Where the first of the four slots is, by Fibonacci hashing: the upper half of the product.
  private func first(of word: UInt) -> Int { Int(bitPattern: word.spread &>> UInt(UInt.bitWidth / 2)) }

  /// The place of an index, of which the mask keeps what there are slots for.
  private func slot(_ index: Int) -> UnsafeMutablePointer<AtomicWord> { slots + (index & (count - 1)) }

  /// - Parameter word: not 0.
  package func contains(_ word: UInt) -> Bool {
    let first = first(of: word)
    for index in first..<first + Self.probes {
      let found = slot(index).pointee.loadAcquiring()
      if found == word { return true }
      if found == 0 { return false }
    }
    return false
  }

  /// - Parameter word: not 0.
  package func insert(_ word: UInt) {
    let first = first(of: word)
    let free = (first..<first + Self.probes).first { slot($0).pointee.loadAcquiring() == 0 }
    slot(free ?? first).pointee.storeReleasing(word)
  }

  package func removeAll() {
    for index in 0..<count { slots[index].storeReleasing(0) }
  }
}
