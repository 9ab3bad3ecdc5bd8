/// A hash table from key words to once cells with one lock, for what is not asked by many threads at once: every reader and writer holds it.
///
/// All of it is one piece of memory, as many such tables live no longer than one request:
///
/// ```
///   header ─► ┌──────┬───────┬────────┬────────┬───────────────────┐
///             │ lock │ array │ closed │ counts │ first slot array  │    a larger one has memory of its own
///             └──────┴───────┴────────┴────────┴───────────────────┘
/// ```
///
/// Copies are the same table, until the one that made it calls `destroy()`.
@frozen
@usableFromInline
package struct LockedCellTable: @unchecked Sendable {  // unchecked: a lock, atomics, and the fields that the lock guards
  /// What stands behind the lock.
  @usableFromInline
  struct State: ~Copyable {
    /// The slot array's base address. Guard: the table's lock; atomic as the other tables' is.
    @usableFromInline let arrayBase: AtomicWord
    /// 1 once nothing is inserted any more. Written with the lock held.
    let closed = AtomicWord(0)
    /// Slots whose word is set. Guard: the table's lock.
    var usedWords = 0
    /// Slots that hold a cell. Guard: the table's lock.
    var count = 0

    init(_ array: SlotArray) {
      arrayBase = AtomicWord(UInt(bitPattern: array.base))
    }
  }

  /// Held from the slot to the instance. Taken last of all but the lock of the builds. A thread that holds it never waits for readers of a table.
  @usableFromInline package let lock: Lock
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// Makes an empty table.
  package init(capacity: Int) {
    let capacity = capacity.nextPowerOfTwo
    let memory = UnsafeMutableRawPointer.plainMemory(byteCount: Self.arrayOffset + SlotArray.byteCount(of: capacity))
    lock = Lock(at: memory)
    state = (memory + Self.stateOffset).bindMemory(to: State.self, capacity: 1)
    state.initialize(to: State(SlotArray(capacity: capacity, at: memory + Self.arrayOffset)))
  }

  /// Releases its cells and frees its memory. It is not used after that.
  package func destroy() {
    array.releaseCells()
    drop(array)
    state.deinitialize(count: 1)
    lock.destroy()
    memory.freePlainMemory()
  }

  private static var stateOffset: Int { (MemoryLayout<Lock.Raw>.size + 15) & ~15 }
  private static var arrayOffset: Int { (stateOffset + MemoryLayout<State>.size + 15) & ~15 }

  private var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(lock.raw) }

  /// Frees the memory of a slot array, whose cells were taken out before, unless that is the table's own.
  private func drop(_ array: SlotArray) {
    if array.base == memory + Self.arrayOffset { array.end() } else { array.free() }
  }

  @inlinable var array: SlotArray {
    // The word always holds the base of a live array, so the pointer is never null.
    @inline(__always) get {
      SlotArray(base: UnsafeMutableRawPointer(bitPattern: state.pointee.arrayBase.loadAcquiring()).unsafelyUnwrapped)
    }
  }

  /// True once `close(also:)` was called.
  package var isClosed: Bool { state.pointee.closed.loadSequentiallyConsistent() == 1 }

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
      // Up to three quarters: a probe under a lock may take a step more, and most scopes keep the memory that they began with.
      if (state.pointee.usedWords + 1) * 4 > array.capacity * 3 {
        let old = array
        state.pointee.arrayBase.storeReleasing(
          UInt(bitPattern: old.moved(room: SlotArray.roomForInsertions(into: state.pointee.count)).base))
        state.pointee.usedWords = state.pointee.count
        drop(old)
      }
      if array.insert(cell, for: word) == .fresh { state.pointee.usedWords += 1 }
      state.pointee.count += 1
      return cell
    }
  }

  /// Puts a cell under `word`; answers the one that was there, which the caller releases outside the lock. Nil also when the table is closed.
  package func exchange(_ cell: OnceCell, for word: UInt) -> OnceCell? {
    let old: OnceCell?? = lock.withLock {
      guard !isClosed, let index = array.index(of: word, where: { _ in true }) else { return nil }
      return .some(array.slots[index].cell.exchange(cell))
    }
    if let old { return old }
    _ = findOrInsert(word) { cell }
    return nil
  }

  /// Removes every cell, and lets nothing be inserted any more. The caller releases them outside the lock.
  ///
  /// - Parameter also: what is done with the removed cells, in the same step; bounded, and it does not call out.
  package func close(also: (inout [OnceCell]) -> Void = { _ in }) -> [OnceCell] {
    lock.withLock {
      state.pointee.closed.storeSequentiallyConsistent(1)
      let count = state.pointee.count
      state.pointee.count = 0
      var cells = count == 0 ? [] : array.takeAll(count)
      also(&cells)
      return cells
    }
  }

  /// Removes the cells that `isRemoved` picks. The caller releases them outside the lock.
  ///
  /// - Parameter also: what is done first, in the same step; bounded, and it does not call out.
  package func takeOut(also: () -> Void = {}, where isRemoved: (OnceCell) -> Bool) -> [OnceCell] {
    lock.withLock {
      also()
      if state.pointee.count == 0 { return [] }
      let array = self.array
      var removed: [OnceCell] = []
      for index in 0..<array.capacity {
        guard let cell = array.slots[index].cell.load()?.takeUnretainedValue(), isRemoved(cell) else { continue }
        if let cell = array.slots[index].cell.exchange(nil) { removed.append(cell) }
      }
      state.pointee.count -= removed.count
      return removed
    }
  }

  /// All cells, in no particular order.
  package var cells: [OnceCell] { lock.withLock { array.cells } }
}
