#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// A hash table from key words to once cells that many threads read while one writer changes it.
///
/// ```
///    thread 0 ─► stripe 0 ┐                       a reader holds its own stripe while it goes
///    thread 1 ─► stripe 1 ├─► slot ─► cell ─► instance       from the slot to the instance
///    thread 2 ─► stripe 2 ┘                       a writer that took something away has every stripe once before it lets go of it
/// ```
///
/// Filling (a cell into an empty slot, an instance into a cell) is a release store and takes no stripe. Once `phase` is `sealed` the table
/// never changes again and readers take no stripe either.
@usableFromInline
package final class StripedTable: @unchecked Sendable {  // unchecked: atomics, locks, and the writer's fields named below
  /// One of `Phase`. Sequentially consistent, so that sealing is one step for all threads.
  @usableFromInline package let phase: AtomicWord
  /// Goes up by two with each step that may take a cell away or put another one in its place: before the step shows, if no reader is inside;
  /// else by one before and by one after, so that it is odd meanwhile. Written by the writer.
  @usableFromInline package let removals = AtomicWord(0)
  /// The current slot array's base address. Swapped by the writer, who frees the old one when no reader is in it; read under a stripe, or
  /// after the seal.
  @usableFromInline let arrayBase: AtomicWord
  @usableFromInline let stripes: UnsafeMutableRawPointer
  @usableFromInline let stripeMask: UInt
  @usableFromInline package let threadKey: pthread_key_t

  /// Places whose word is set. Guard: the single writer.
  private var usedWords = 0
  /// Places that hold a cell. Guard: the single writer.
  package private(set) var count = 0

  /// The distance between two stripes: two cache lines, because x86 fetches lines in pairs.
  @inlinable static var stripeStride: Int { 128 }

  /// Makes an empty table with at least `stripes` stripes (rounded up to a power of two).
  package init(stripes wanted: Int, capacity: Int = 16) {
    let count = max(1, wanted).nextPowerOfTwo
    stripes = .allocate(byteCount: count * Self.stripeStride, alignment: Self.stripeStride)
    for index in 0..<count { _ = Lock(at: stripes + index * Self.stripeStride) }
    stripeMask = UInt(count - 1)
    threadKey = Threads.key
    phase = AtomicWord(Phase.open)
    arrayBase = AtomicWord(UInt(bitPattern: SlotArray(capacity: capacity.nextPowerOfTwo).base))
  }

  deinit {
    let array = self.array
    for index in 0..<array.capacity { _ = array.slots[index].cell.exchange(nil) }
    array.free()
    for index in 0...Int(stripeMask) { Lock(existing: stripes + index * Self.stripeStride).destroy() }
    stripes.deallocate()
  }

  @inlinable package var array: SlotArray {
    // The word always holds the base of a live array, so the pointer is never null.
    @inline(__always) get { SlotArray(base: UnsafeMutableRawPointer(bitPattern: arrayBase.loadInTotalOrder()).unsafelyUnwrapped) }
  }

  // MARK: Reading

  /// The lock that the calling thread reads under.
  @inlinable @inline(__always)
  package var stripe: Lock { stripe(of: Threads.record(threadKey)) }

  /// The lock that the thread of this record reads under.
  @inlinable @inline(__always)
  package func stripe(of record: UnsafeMutablePointer<ThreadRecord>) -> Lock {
    Lock(existing: stripes + Int(bitPattern: record.pointee.number & stripeMask) &* Self.stripeStride)
  }

  /// The lock that everybody reads under, of a table that was made with one stripe.
  @inlinable @inline(__always)
  package var onlyStripe: Lock { Lock(existing: stripes) }

  /// The cell under a word that stands for exactly one key (an even word). The caller holds its stripe, or the table is sealed.
  @inlinable @inline(__always)
  package func find(_ word: UInt) -> Unmanaged<OnceCell>? {
    let array = self.array
    var index = array.home(of: word)
    while true {
      let found = array.slots[Int(bitPattern: index)].word.acquire()
      if found == word { return array.slots[Int(bitPattern: index)].cell.loadInTotalOrder() }
      if found == 0 { return nil }
      index = (index &+ 1) & array.mask
    }
  }

  /// The cell under a word that several keys may share; `matches` tells whether a cell is the right one and must not call out.
  @inlinable
  package func find(_ word: UInt, where matches: (OnceCell) -> Bool) -> Unmanaged<OnceCell>? {
    let array = self.array
    var index = array.home(of: word)
    while true {
      let found = array.slots[Int(bitPattern: index)].word.acquire()
      if found == word, let cell = array.slots[Int(bitPattern: index)].cell.loadInTotalOrder(),
        cell._withUnsafeGuaranteedRef({ matches($0) })
      {
        return cell
      }
      if found == 0 { return nil }
      index = (index &+ 1) & array.mask
    }
  }

  // MARK: Writing: one writer at a time

  /// Runs `body` while no reader is inside the table.
  package func withAllStripes<Result>(_ body: () -> Result) -> Result {
    for index in 0...Int(stripeMask) { Lock(existing: stripes + index * Self.stripeStride).lockPatiently() }
    defer { for index in 0...Int(stripeMask) { Lock(existing: stripes + index * Self.stripeStride).unlock() } }
    return body()
  }

  /// Waits until every reader has left that was inside the table when this was called. Others come and go meanwhile.
  private func awaitReaders() {
    #if Exploration
      if Mutant.leavesReadersBehind.isActive { return }
    #endif
    var inside = (0...Int(stripeMask)).filter { !isSeenFree($0) }
    var rounds = 0
    while !inside.isEmpty {
      // Readers are inside for nanoseconds, unless they are put off there: then the processor is theirs. All of them are asked again each time,
      // as a lock that readers take again at once may never be free for who waits for one after the other.
      if rounds < 256 { rounds += 1 } else { Threads.sleepBriefly() }
      inside.removeAll(where: isSeenFree)
    }
  }

  private func isSeenFree(_ index: Int) -> Bool { Lock(existing: stripes + index * Self.stripeStride).isSeenFree() }

  /// Runs `store`, one atomic store that takes cells away or puts others in their place, among readers, of whom none is left then that may have
  /// seen what was there before.
  private func replacing<Result>(_ store: () -> Result) -> Result {
    #if Exploration
      if Mutant.shortcutsGoStale.isActive {
        defer { awaitReaders() }
        return store()
      }
    #endif
    let before = removals.acquire()
    removals.storeInTotalOrder(before &+ 1)
    let result = store()
    removals.storeInTotalOrder(before &+ 2)
    awaitReaders()
    return result
  }

  /// Runs `body`, which takes cells away or puts others in their place, while no reader is inside the table.
  private func takingAway<Result>(_ body: () -> Result) -> Result {
    withAllStripes {
      #if Exploration
        if Mutant.shortcutsGoStale.isActive { return body() }
      #endif
      removals.storeInTotalOrder(removals.acquire() &+ 2)
      return body()
    }
  }

  /// Puts `cell` under `word` and returns the cell that stood there, which the caller releases outside every lock.
  ///
  /// The cost is constant on average; a replacement waits for readers that are inside the table (bounded, no user code).
  package func set(_ cell: OnceCell, for word: UInt, where matches: (OnceCell) -> Bool) -> OnceCell? {
    if let index = index(of: word, where: matches) {
      let place = array.slots + index
      #if Exploration
        if Mutant.replacesInTwoSteps.isActive {
          let old = takingAway { place.pointee.cell.exchange(nil) }
          Mutant.pause()
          withAllStripes { place.pointee.cell.fill(cell) }
          return old
        }
      #endif
      return replacing { place.pointee.cell.exchange(cell) }
    }
    insert(cell, for: word)
    return nil
  }

  /// Puts many new cells in place as one step for every reader: none of them is there, then all are.
  ///
  /// Builds the next slot array aside when there is more than one change, and swaps it in.
  package func setAll(_ changes: [(word: UInt, cell: OnceCell)], where matches: (OnceCell, OnceCell) -> Bool) -> [OnceCell] {
    if changes.count == 1 {
      return set(changes[0].cell, for: changes[0].word) { matches($0, changes[0].cell) }.map { [$0] } ?? []
    }
    var replaced: [OnceCell] = []
    let old = array
    let aside = copy(of: old, room: count + changes.count)
    for change in changes {
      if let index = Self.index(in: aside, of: change.word, where: { matches($0, change.cell) }) {
        if let gone = aside.slots[index].cell.exchange(change.cell) { replaced.append(gone) }
      } else {
        Self.place(change.cell, for: change.word, in: aside)
        count += 1
        usedWords += 1
      }
    }
    func swap() { arrayBase.storeInTotalOrder(UInt(bitPattern: aside.base)) }
    if replaced.isEmpty {
      swap()
      awaitReaders()
    } else {
      replacing(swap)
    }
    discard(old)
    return replaced
  }

  /// The cell under `word`, put there by `make` when there is none; for tables that many threads write. Nil when the table was shut down.
  ///
  /// `make` runs under the stripes: it must be bounded and must not call out.
  package func findOrInsert(_ word: UInt, _ make: () -> OnceCell) -> OnceCell? {
    withAllStripes {
      guard phase.loadInTotalOrder() != Phase.shutDown else { return nil }
      if let cell = find(word)?.takeUnretainedValue() { return cell }
      let cell = make()
      if (usedWords + 1) * 2 > array.capacity {
        let old = array
        arrayBase.storeInTotalOrder(UInt(bitPattern: copyForInsertions(of: old).base))
        discard(old)
      }
      if Self.place(cell, for: word, in: array) == .fresh { usedWords += 1 }
      count += 1
      return cell
    }
  }

  /// Takes every cell away that `isGone` picks, for tables that many threads write; afterwards, if `forGood`, nothing is inserted any more.
  ///
  /// - Parameter also: what is done in the same step; bounded, and it does not call out.
  package func takeOut(forGood: Bool, also: () -> Void = {}, where isGone: (OnceCell) -> Bool) -> [OnceCell] {
    takingAway {
      also()
      if forGood { phase.storeInTotalOrder(Phase.shutDown) }
      let array = self.array
      var gone: [OnceCell] = []
      for index in 0..<array.capacity {
        guard let cell = array.slots[index].cell.load()?.takeUnretainedValue(), isGone(cell) else { continue }
        if let cell = array.slots[index].cell.exchange(nil) { gone.append(cell) }
        count -= 1
      }
      return gone
    }
  }

  /// Takes the cell under `word` away and returns it; the caller releases it outside every lock.
  package func remove(_ word: UInt, where matches: (OnceCell) -> Bool) -> OnceCell? {
    guard let index = index(of: word, where: matches) else { return nil }
    let place = array.slots + index
    count -= 1
    return replacing { place.pointee.cell.exchange(nil) }
  }

  /// Takes every cell away and returns them; the caller releases them outside every lock.
  package func removeAll() -> [OnceCell] {
    let array = self.array
    count = 0
    return takingAway { (0..<array.capacity).compactMap { array.slots[$0].cell.exchange(nil) } }
  }

  /// Exchanges every cell for the one that `change` makes of it, as one step for every reader, and returns the old ones.
  ///
  /// - Parameter also: what is taken out of another table in the same step; bounded, and it does not call out.
  package func exchangeAll(also: () -> [OnceCell] = { [] }, _ change: (OnceCell) -> OnceCell?) -> [OnceCell] {
    let array = self.array
    var new: [(Int, OnceCell)] = []
    for index in 0..<array.capacity {
      guard let cell = array.slots[index].cell.load()?.takeUnretainedValue(), let next = change(cell) else { continue }
      new.append((index, next))
    }
    return takingAway {
      new.compactMap { index, cell in array.slots[index].cell.exchange(cell) } + also()
    }
  }

  /// All cells, in no particular order. For the writer, or for readers that hold a stripe.
  package var cells: [OnceCell] {
    let array = self.array
    return (0..<array.capacity).compactMap { array.slots[$0].cell.load()?.takeUnretainedValue() }
  }

  // MARK: Inside

  private func index(of word: UInt, where matches: (OnceCell) -> Bool) -> Int? {
    Self.index(in: array, of: word, where: matches)
  }

  private static func index(in array: SlotArray, of word: UInt, where matches: (OnceCell) -> Bool) -> Int? {
    var index = array.home(of: word)
    while true {
      let place = array.slots + Int(index)
      let found = place.pointee.word.acquire()
      if found == word, let cell = place.pointee.cell.load()?.takeUnretainedValue(), matches(cell) { return Int(index) }
      if found == 0 { return nil }
      index = (index &+ 1) & array.mask
    }
  }

  private func insert(_ cell: OnceCell, for word: UInt) {
    if (usedWords + 1) * 2 > array.capacity {
      let old = array
      let aside = copyForInsertions(of: old)
      arrayBase.storeInTotalOrder(UInt(bitPattern: aside.base))
      awaitReaders()
      discard(old)
    }
    if Self.place(cell, for: word, in: array) == .fresh { usedWords += 1 }
    count += 1
  }

  private enum Placement { case fresh, reused }

  /// Writes the cell first and the word last: a reader that sees the word sees the cell.
  @discardableResult
  private static func place(_ cell: OnceCell, for word: UInt, in array: SlotArray) -> Placement {
    var index = array.home(of: word)
    while true {
      let place = array.slots + Int(index)
      let found = place.pointee.word.acquire()
      if found == 0 {
        place.pointee.cell.fill(cell)
        place.pointee.word.release(word)
        return .fresh
      }
      if found == word, place.pointee.cell.load() == nil {
        place.pointee.cell.fill(cell)
        return .reused
      }
      index = (index &+ 1) & array.mask
    }
  }

  /// A copy to insert into, one cell after the other: an eighth of its places can be filled before the next copy, however many cells come and go,
  /// so that copying costs each insertion a constant on average.
  private func copyForInsertions(of old: SlotArray) -> SlotArray { copy(of: old, room: count + 1 + count / 3) }

  /// A fresh array with the live cells of `old` and room for `room`; words without a cell are left behind.
  private func copy(of old: SlotArray, room: Int) -> SlotArray {
    let new = SlotArray(capacity: max(16, (room * 2 + 2).nextPowerOfTwo))
    usedWords = 0
    for index in 0..<old.capacity {
      guard let cell = old.slots[index].cell.load()?.takeUnretainedValue() else { continue }
      Self.place(cell, for: old.slots[index].word.acquire(), in: new)
      usedWords += 1
    }
    return new
  }

  /// Frees an array that no reader can reach any more; its cells live on in the current one.
  private func discard(_ array: SlotArray) {
    for index in 0..<array.capacity { _ = array.slots[index].cell.exchange(nil) }
    array.free()
  }
}
