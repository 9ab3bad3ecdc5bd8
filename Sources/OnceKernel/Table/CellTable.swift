#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// A hash table from key words to once cells that many threads read, without a lock, while one writer changes it.
///
/// ```
///    thread 0 ─► mark ┐                       a reader marks the table as read on its thread's record
///    thread 1 ─► mark ├─► slot ─► cell ─► instance     while it goes from the slot to the instance and copies it
///    thread 2 ─► mark ┘                       a writer that removed a cell sees each thread outside once before it releases the cell
/// ```
///
/// Filling (a cell into an empty slot, an instance into a cell) is a release store and waits for no thread. A removal shows in one store: of
/// another cell into a slot, or of an array of slots that was built aside. Once `phase` is `sealed` the table never changes again and readers
/// set no mark either.
///
/// ## Why a removed cell may be released
///
/// There is one mark for each thread that ever resolved, whatever it resolved from. A reader stores its mark (E), loads what leads to the instance
/// (R), and stores that it has left (L). A writer stores what shows instead (W) and then looks at each mark (M). E, W, M and the loads R of the
/// array and of the slot's cell are sequentially consistent: there is one order of them that all threads agree on. L is a release store. For
/// each thread, M sees one of three things.
///
/// - A mark from before E. Then M comes before E in that order, so W comes before R: the reader finds what the writer put there, never the old.
/// - L, or a mark that came after it. M acquires, so all that the reader read and copied happened before M, and so before the release.
/// - E itself. The writer waits until the mark is another one, which is the second case. A thread that comes back to the same table has another
///   mark, so a writer waits for at most one visit of each thread; none of them runs code of others, and none waits for the writer.
///
/// A thread whose record the writer does not find when it goes through them got it from a block that was linked after the writer looked for
/// blocks, in that same order: its E comes later still, and the first case holds. A thread that ends left before; the lock of the spare records
/// is between its last mark and the first one of the thread that gets the record next, so that both count as one thread here.
///
/// A thread reads one table at a time. A scope's table has a lock of its own, which is taken inside a visit; so no thread waits for readers that
/// holds such a lock.
@usableFromInline
package final class CellTable: @unchecked Sendable {  // unchecked: atomics, and the writer's fields named below
  /// One of `Phase`. Sequentially consistent, so that sealing is one step for all threads.
  @usableFromInline package let phase: AtomicWord
  /// A seqlock version: odd while a cell is being removed or replaced. Written by the writer.
  @usableFromInline package let version = AtomicWord(0)
  /// The current slot array's base address. Swapped by the writer, which frees the old one when no reader is in it; read during a visit, or
  /// after the seal.
  @usableFromInline let arrayBase: AtomicWord
  @usableFromInline package let threadKey: pthread_key_t

  // Neither count is checked for exclusivity, which each change would pay for. Both fit into one word.
  /// Slots whose word is set. Guard: the single writer.
  @exclusivity(unchecked)  // touched by the writer only, and never inside an access of its own
  private var words: UInt32 = 0
  /// Slots that hold a cell. Guard: the single writer.
  @exclusivity(unchecked)  // touched by the writer only, and never inside an access of its own
  private var filled: UInt32 = 0

  /// Makes an empty table.
  package init(capacity: Int = 4) {
    threadKey = Threads.key
    phase = AtomicWord(Phase.open)
    arrayBase = AtomicWord(UInt(bitPattern: SlotArray(capacity: capacity.nextPowerOfTwo).base))
  }

  deinit {
    array.discard()
  }

  @inlinable package var array: SlotArray {
    // The word always holds the base of a live array, so the pointer is never null.
    @inline(__always) get { SlotArray(base: UnsafeMutableRawPointer(bitPattern: arrayBase.loadSequentiallyConsistent()).unsafelyUnwrapped) }
  }

  /// How many slots have a word. For the writer.
  private(set) var usedWords: Int {
    get { Int(words) }
    set { words = UInt32(newValue) }
  }

  /// How many slots hold a cell. For the writer.
  package private(set) var count: Int {
    get { Int(filled) }
    set { filled = UInt32(newValue) }
  }

  // MARK: Reading

  /// What marks of visits to this table name it by.
  @inlinable var address: UInt {
    // Compared only; the caller reads or writes the table, and so keeps it.
    @inline(__always) get { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
  }

  /// Begins a visit of the calling thread, which ends with `endVisit()` of the record.
  @inlinable @inline(__always)
  package func beginVisit() -> UnsafeMutablePointer<ThreadRecord> {
    let record = Threads.record(threadKey)
    record.pointee.mark.begin(address)
    return record
  }

  /// Runs `body` during a visit; it must be bounded and must not call out, nor visit a table.
  @inlinable @inline(__always)
  package func visit<Result>(_ body: () -> Result) -> Result {
    let record = beginVisit()
    defer { record.pointee.endVisit() }
    return body()
  }

  /// The cell under a word that stands for exactly one key (an even word). During a visit, or in a sealed table.
  @inlinable @inline(__always)
  package func find(_ word: UInt) -> Unmanaged<OnceCell>? { array.find(word) }

  /// The cell under a word that several keys may share; `matches` tells whether a cell is the right one and must not call out.
  @inlinable @inline(__always)
  package func find(_ word: UInt, where matches: (OnceCell) -> Bool) -> Unmanaged<OnceCell>? { array.find(word, where: matches) }

  // MARK: Writing: one writer at a time

  /// Waits until every reader has left that was inside the table when this was called. Others come and go meanwhile.
  package func awaitReaders() { Self.awaitReaders(of: address) }

  /// Waits until every reader has left that was inside a table, whichever, when this was called.
  static func awaitAllReaders() { awaitReaders(of: nil) }

  /// - Parameter address: of the table; nil for all.
  private static func awaitReaders(of address: UInt?) {
    if Mutant.leavesReadersBehind.isActive { return }
    var visits: [Visit] = []
    Threads.forEachRecord { record in
      if let mark = record.pointee.mark.visit(to: address) { visits.append(Visit(record: record, mark: mark)) }
    }
    Visit.awaitEnd(of: visits)
  }

  /// Runs `store`, one step that removes or replaces cells: an atomic store, or a change of another table whose cells are read during visits to this
  /// one. Then it waits for the readers that may have seen the old ones. Called by the writer.
  package func replacing<Result>(_ store: () -> Result) -> Result {
    if Mutant.shortcutsGoStale.isActive {
      defer { awaitReaders() }
      return store()
    }
    let before = version.loadAcquiring()
    version.storeSequentiallyConsistent(before &+ 1)
    let result = store()
    // Release: a thread that does not see this one yet sees the odd one, in the order that all threads agree on, and waits for none.
    version.storeReleasing(before &+ 2)
    awaitReaders()
    return result
  }

  /// Puts `cell` under `word` and returns the cell that stood there, which the caller releases outside every lock.
  ///
  /// The cost is constant on average; a replacement waits for readers that are inside the table (bounded, no user code).
  package func set(_ cell: consuming OnceCell, for word: UInt, where matches: (OnceCell, _ new: OnceCell) -> Bool) -> OnceCell? {
    if let index = array.index(of: word, for: cell, where: matches) {
      let slot = array.slots + index
      if Mutant.replacesInTwoSteps.isActive {
        let old = replacing { slot.pointee.cell.exchange(nil) }
        Mutant.pause()
        slot.pointee.cell.fill(cell)
        return old
      }
      return replacing { slot.pointee.cell.exchange(cell) }
    }
    insert(cell, for: word)
    return nil
  }

  /// Puts many new cells in place as one step for every reader: none of them is there, then all are.
  ///
  /// Builds the next slot array aside when there is more than one change, and swaps it in.
  ///
  /// - Parameter removed: cells that are taken out in the same step.
  package func setAll(
    _ cells: consuming [OnceCell], removing removed: [(word: UInt, cell: OnceCell)] = [], word: (OnceCell) -> UInt,
    where matches: (OnceCell, _ new: OnceCell) -> Bool
  ) -> [OnceCell] {
    if cells.count == 1, removed.isEmpty { return set(cells[0], for: word(cells[0]), where: matches).map { [$0] } ?? [] }
    var replaced: [OnceCell] = []
    let old = array
    let aside = old.moved(room: count + cells.count)
    for removal in removed {
      guard let index = aside.index(of: removal.word, where: { $0 === removal.cell }) else { continue }
      if let old = aside.slots[index].cell.exchange(nil) { replaced.append(old) }
    }
    // Their words stay.
    let emptied = replaced.count
    count -= emptied
    // Each is taken out of the list, so that its references are not counted.
    cells.reverse()
    while let cell = cells.popLast() {
      let word = word(cell)
      if let index = aside.index(of: word, for: cell, where: matches) {
        if let old = aside.slots[index].cell.exchange(cell) { replaced.append(old) }
      } else {
        aside.insert(consume cell, for: word)
        count += 1
      }
    }
    if replaced.isEmpty {
      show(aside)
      awaitReaders()
    } else {
      replacing { show(aside) }
    }
    usedWords += emptied
    old.free()
    return replaced
  }

  /// Removes the cell under `word` and returns it; the caller releases it outside every lock.
  package func remove(_ word: UInt, where matches: (OnceCell) -> Bool) -> OnceCell? {
    guard let index = array.index(of: word, where: matches) else { return nil }
    let slot = array.slots + index
    count -= 1
    return replacing { slot.pointee.cell.exchange(nil) }
  }

  /// Removes every cell, as one step for every reader, and returns them; the caller releases them outside every lock.
  package func removeAll() -> [OnceCell] {
    let count = count
    if count == 0 { return [] }
    let old = array
    let empty = SlotArray(capacity: 2)
    self.count = 0
    replacing { show(empty) }
    defer { old.free() }
    return old.takeAll(count)
  }

  /// Exchanges every cell for the one that `change` makes of it, as one step for every reader, and returns the old ones.
  ///
  /// - Parameter inOneStep: called with what puts the new cells in place, to take something out of another table in the same step; answers what
  ///   that was. It is bounded, does not call out, and has unlocked what it locks when it returns.
  package func exchangeAll(
    inOneStep: (_ swap: () -> Void) -> [OnceCell] = { swap in
      swap()
      return []
    }, _ change: (OnceCell) -> OnceCell?
  ) -> [OnceCell] {
    let old = array
    let changes = (0..<old.capacity).compactMap { index -> (word: UInt, old: OnceCell, new: OnceCell)? in
      guard let cell = old.slots[index].cell.load()?.takeUnretainedValue(), let next = change(cell) else { return nil }
      return (old.slots[index].word.loadAcquiring(), cell, next)
    }
    // Something may be taken out of the other table all the same.
    if changes.isEmpty { return replacing { inOneStep({}) } }
    let aside = old.moved(room: count)
    for change in changes {
      guard let index = aside.index(of: change.word, where: { $0 === change.old }) else { continue }
      _ = aside.slots[index].cell.exchange(change.new)
    }
    let alsoRemoved = replacing { inOneStep { show(aside) } }
    old.free()
    return changes.map(\.old) + alsoRemoved
  }

  /// All cells, in no particular order. For the writer.
  package var cells: [OnceCell] { array.cells }

  // MARK: Inside

  /// Puts an array of as many words as there are cells in the place of the current one.
  private func show(_ next: SlotArray) {
    usedWords = count
    arrayBase.storeSequentiallyConsistent(UInt(bitPattern: next.base))
  }

  private func insert(_ cell: consuming OnceCell, for word: UInt) {
    if (usedWords + 1) * 2 > array.capacity {
      let old = array
      show(old.moved(room: SlotArray.roomForInsertions(into: count)))
      awaitReaders()
      old.free()
    }
    if array.insert(cell, for: word) == .fresh { usedWords += 1 }
    count += 1
  }
}

extension ThreadRecord {
  /// Ends the visit of the calling thread, whose record this is.
  @inlinable @inline(__always)
  package func endVisit() { mark.end() }
}

/// The words that a table's phase may hold; read at the start of every hit.
///
/// A digest: what is not `open`, `sealed` or `layered` makes a miss of the hit, which asks what is the matter.
@usableFromInline
package enum Phase {
  /// The table can change: a reader marks that it reads.
  @inlinable package static var open: UInt { 0 }
  /// The table never changes again: a reader takes no lock.
  @inlinable package static var sealed: UInt { 1 }
  /// An override layer exists somewhere: a reader looks for it, out of line.
  @inlinable package static var layered: UInt { 2 }
  /// Shut down, or a layer of what is shut down. There may be layers in front of it all the same, so a miss looks for one first.
  @inlinable package static var shutDown: UInt { 3 }
}
