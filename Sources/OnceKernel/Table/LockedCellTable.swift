/// A hash table from key words to once cells with one lock, for what is not asked by many threads at once: every reader and writer holds it.
@usableFromInline
package final class LockedCellTable: @unchecked Sendable {  // unchecked: a lock, an atomic, and the fields that it guards
  /// Held from the slot to the instance. Taken last of all but the lock of the builds; nobody who holds it waits for readers of another table.
  @usableFromInline package let lock = Lock()
  /// The slot array's base address. Guard: `lock`; atomic only because a variable of a class costs a hit more.
  @usableFromInline let arrayBase: AtomicWord
  /// Places whose word is set. Guard: `lock`.
  private var usedWords = 0
  /// Places that hold a cell. Guard: `lock`.
  private var count = 0
  /// 1 once nothing is inserted any more. Written with `lock` held.
  private let closed = AtomicWord(0)

  /// Makes an empty table.
  package init(capacity: Int) {
    arrayBase = AtomicWord(UInt(bitPattern: SlotArray(capacity: capacity.nextPowerOfTwo).base))
  }

  deinit {
    array.discard()
    lock.destroyAndFree()
  }

  @inlinable var array: SlotArray {
    // The word always holds the base of a live array, so the pointer is never null.
    @inline(__always) get { SlotArray(base: UnsafeMutableRawPointer(bitPattern: arrayBase.acquire()).unsafelyUnwrapped) }
  }

  /// True once `takeOut(forGood:)` was called.
  package var isClosed: Bool { closed.loadInTotalOrder() == 1 }

  /// The cell under a word that stands for exactly one key (an even word). The caller holds `lock`.
  @inlinable @inline(__always)
  package func find(_ word: UInt) -> Unmanaged<OnceCell>? { array.find(word) }

  /// The cell under `word`, put there by `make` when there is none. Nil when the table is closed.
  ///
  /// `make` runs under the lock: it must be bounded and must not call out.
  package func findOrInsert(_ word: UInt, _ make: () -> OnceCell) -> OnceCell? {
    lock.withLock {
      guard !isClosed else { return nil }
      if let cell = find(word)?.takeUnretainedValue() { return cell }
      let cell = make()
      if (usedWords + 1) * 2 > array.capacity {
        let old = array
        arrayBase.release(UInt(bitPattern: old.copy(room: SlotArray.roomForInsertions(into: count)).base))
        usedWords = count
        old.discard()
      }
      if array.place(cell, for: word) == .fresh { usedWords += 1 }
      count += 1
      return cell
    }
  }

  /// Takes every cell away that `isGone` picks; afterwards, if `forGood`, nothing is inserted any more. The caller releases them outside the lock.
  ///
  /// - Parameter also: what is done first, in the same step; bounded, and it does not call out.
  package func takeOut(forGood: Bool, also: () -> Void = {}, where isGone: (OnceCell) -> Bool) -> [OnceCell] {
    lock.withLock {
      also()
      if forGood { closed.storeInTotalOrder(1) }
      let array = self.array
      var gone: [OnceCell] = []
      for index in 0..<array.capacity {
        guard let cell = array.slots[index].cell.load()?.takeUnretainedValue(), isGone(cell) else { continue }
        if let cell = array.slots[index].cell.exchange(nil) { gone.append(cell) }
      }
      count -= gone.count
      return gone
    }
  }

  /// All cells, in no particular order.
  package var cells: [OnceCell] { lock.withLock { array.cells } }
}
