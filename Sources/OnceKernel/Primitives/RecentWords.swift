/// Words that were seen lately, shared by threads without a lock.
///
/// A word stands in one of four places, until another word takes that: so it may forget a word, but it never contains one that was not inserted. A word
/// says all by itself, so that no order of reads and writes matters.
package struct RecentWords: ~Copyable, @unchecked Sendable {  // unchecked: the address never changes, and what is there is atomic
  private let places: UnsafeMutablePointer<AtomicWord>
  private let count: Int
  private static var probes: Int { 4 }

  /// - Parameter count: a power of two, at least 4.
  package init(count: Int) {
    precondition(count >= Self.probes && count & (count - 1) == 0, "the number of places is a power of two")
    self.count = count
    places = .allocate(capacity: count)
    for index in 0..<count { (places + index).initialize(to: AtomicWord(0)) }
  }

  deinit {
    places.deinitialize(count: count)
    places.deallocate()
  }

  /// Where the first of the four places is, by Fibonacci hashing: the upper half of the product.
  private func first(of word: UInt) -> Int { Int(bitPattern: word.spread &>> UInt(UInt.bitWidth / 2)) }

  /// The place of an index, of which the mask keeps what there are places for.
  private func place(_ index: Int) -> UnsafeMutablePointer<AtomicWord> { places + (index & (count - 1)) }

  /// - Parameter word: not 0.
  package func contains(_ word: UInt) -> Bool {
    let first = first(of: word)
    for index in first..<first + Self.probes {
      let found = place(index).pointee.loadAcquiring()
      if found == word { return true }
      if found == 0 { return false }
    }
    return false
  }

  /// - Parameter word: not 0.
  package func insert(_ word: UInt) {
    let first = first(of: word)
    let free = (first..<first + Self.probes).first { place($0).pointee.loadAcquiring() == 0 }
    place(free ?? first).pointee.storeReleasing(word)
  }

  package func removeAll() {
    for index in 0..<count { places[index].storeReleasing(0) }
  }
}
