/// Finding cells, for readers and writers.
extension SlotArray {
  /// The cell under a word that stands for exactly one key (an even word).
  @inlinable @inline(__always)
  package func find(_ word: UInt) -> Unmanaged<OnceCell>? {
    var index = firstIndex(of: word)
    while true {
      let found = slots[Int(bitPattern: index)].word.loadAcquiring()
      if found == word { return slots[Int(bitPattern: index)].cell.loadSequentiallyConsistent() }
      if found == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// The cell under a word that several keys may share; `matches` tells whether a cell is the right one and must not call out.
  @inlinable
  package func find(_ word: UInt, where matches: (OnceCell) -> Bool) -> Unmanaged<OnceCell>? {
    var index = firstIndex(of: word)
    while true {
      let found = slots[Int(bitPattern: index)].word.loadAcquiring()
      if found == word, let cell = slots[Int(bitPattern: index)].cell.loadSequentiallyConsistent(),
        cell._withUnsafeGuaranteedRef({ matches($0) })
      {
        return cell
      }
      if found == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }
}

/// Changing them: for the one writer.
extension SlotArray {
  /// All cells, in no particular order.
  var cells: [OnceCell] { (0..<capacity).compactMap { slots[$0].cell.load()?.takeUnretainedValue() } }

  func index(of word: UInt, where matches: (OnceCell) -> Bool) -> Int? {
    var index = firstIndex(of: word)
    while true {
      let slot = slots + Int(index)
      let found = slot.pointee.word.loadAcquiring()
      // Only the writer would release the cell, and it is the caller.
      if found == word, let cell = slot.pointee.cell.load(), cell._withUnsafeGuaranteedRef({ matches($0) }) { return Int(index) }
      if found == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Where a cell stands of which `matches` says that it has the key of `cell`.
  @inline(__always)
  func index(of word: UInt, for cell: borrowing OnceCell, where matches: (OnceCell, OnceCell) -> Bool) -> Int? {
    index(of: word) { matches($0, copy cell) }
  }

  enum Placement { case fresh, reused }

  /// Writes the cell first and the word last: a reader that sees the word sees the cell.
  @discardableResult
  func insert(_ cell: consuming OnceCell, for word: UInt) -> Placement {
    insert(moved: .passRetained(cell), for: word)  // balanced by `exchange(_:)` of its place
  }

  /// As `insert(_:for:)`, with a reference that becomes the array's.
  @discardableResult
  private func insert(moved: Unmanaged<OnceCell>, for word: UInt) -> Placement {
    var index = firstIndex(of: word)
    while true {
      let slot = slots + Int(index)
      let found = slot.pointee.word.loadAcquiring()
      if found == 0 {
        slot.pointee.cell.fill(moved: moved)
        slot.pointee.word.storeReleasing(word)
        return .fresh
      }
      if found == word, slot.pointee.cell.load() == nil {
        slot.pointee.cell.fill(moved: moved)
        return .reused
      }
      index = (index &+ 1) & mask
    }
  }

  /// A fresh array with the cells of this one and room for as many as `room` in all; words without a cell are left behind.
  ///
  /// The references are its own from now on, so that none is counted: this one is only read until no reader is in it, and then freed.
  func moved(room: Int) -> SlotArray {
    let new = SlotArray(capacity: max(16, (room * 2 + 2).nextPowerOfTwo))
    for index in 0..<capacity {
      guard let cell = slots[index].cell.load() else { continue }
      new.insert(moved: cell, for: slots[index].word.loadAcquiring())
    }
    return new
  }

  /// How many cells an array has room for that is made to insert into a table of `count`, one cell after the other: an eighth of its places can be
  /// filled before the next one, however many cells come and go, so that moving costs each insertion a constant on average.
  static func roomForInsertions(into count: Int) -> Int { count + 1 + count / 3 }

  /// Removes every cell, of which there are `count`; the caller releases them outside every lock. No reader may be in this array.
  func takeAll(_ count: Int) -> [OnceCell] {
    Array(unsafeUninitializedCapacity: count) { cells, taken in
      for index in 0..<capacity where taken < count && slots[index].cell.load() != nil {
        guard let cell = slots[index].cell.exchange(nil) else { continue }
        cells.initializeElement(at: taken, to: cell)
        taken += 1
      }
    }
  }

  /// Frees an array that no reader can reach any more, and releases its cells.
  func discard() {
    releaseCells()
    free()
  }

  /// Releases the cells of an array that no reader can reach any more.
  func releaseCells() {
    for index in 0..<capacity where slots[index].word.loadAcquiring() != 0 { _ = slots[index].cell.exchange(nil) }
  }
}
