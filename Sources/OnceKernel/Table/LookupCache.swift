/// Remembers which cell a key has in a scope's table, so that the next look-up takes the scope's lock alone.
///
/// ```
///    key ─► container's table ─► registration ─► scope's table ─► cell        a visit and a lock
///    key ─► lookup cache ──────────────────────────────────────► cell        the lock, while the container's table has the same version
/// ```
///
/// It has sixteen entries; a key takes the entry of the key before it. The scope's table keeps the cells. In the functions below the container's
/// table is the first one, and the scope's table is the other one.
@frozen
@usableFromInline
package struct LookupCache: @unchecked Sendable {  // unchecked: the address never changes, and each field of an entry says what guards it
  @frozen
  @usableFromInline
  struct Entry: ~Copyable {
    /// The key's word; 0 for none. Written under the other table's lock.
    @usableFromInline let word = AtomicWord(0)
    /// The first table's version when the cell was found. Guard: the other table's lock.
    @usableFromInline var version: UInt = 0
    /// Guard: the other table's lock.
    @usableFromInline var cell: Unmanaged<OnceCell>?

    init() {}
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>

  private static let count = 16

  /// The cache at an address; nil at 0.
  @inlinable @inline(__always)
  package init?(address: UInt) {
    guard let entries = UnsafeMutablePointer<Entry>(bitPattern: address) else { return nil }
    self.entries = entries
  }

  /// A new cache, which lives until `free()`.
  package init() {
    entries = UnsafeMutableRawPointer.plainMemory(byteCount: Self.count * MemoryLayout<Entry>.stride).bindMemory(
      to: Entry.self, capacity: Self.count)
    for index in 0..<Self.count { (entries + index).initialize(to: Entry()) }
  }

  package func free() {
    let memory = entries.deinitialize(count: Self.count)
    memory.freePlainMemory()
  }

  package var address: UInt { UInt(bitPattern: entries) }

  /// Whether the cell may be known. Needs no lock.
  @inlinable @inline(__always)
  package func mayKnow(_ word: UInt) -> Bool {
    entry(of: word).pointee.word.loadAcquiring() == word
  }

  /// The cell under `word`, if it was found when the first table had this version. The caller holds the other table's lock.
  @inlinable @inline(__always)
  package func cell(_ word: UInt, atVersion version: UInt) -> Unmanaged<OnceCell>? {
    let entry = entry(of: word)
    return entry.pointee.word.loadAcquiring() == word && entry.pointee.version == version ? entry.pointee.cell : nil
  }

  /// Remembers `cell`, if `find` still finds `registered` in the first table. The caller holds the other table's lock, and visits the first table,
  /// unless that is sealed.
  package func add(
    _ word: UInt, _ cell: Unmanaged<OnceCell>, behind registered: Unmanaged<OnceCell>, in first: CellTable,
    find: () -> Unmanaged<OnceCell>?
  ) {
    // The version is read before the table: a later removal makes the entry void. A thread that found a replacement has seen the odd version of
    // that replacement, so acquire is enough.
    let version = first.version.loadAcquiring()
    guard version & 1 == 0, find()?.toOpaque() == registered.toOpaque() else { return }
    let entry = entry(of: word)
    entry.pointee.version = version
    entry.pointee.cell = cell
    entry.pointee.word.storeReleasing(word)
  }

  /// Forgets a cell that is void, so that no thread takes the lock for it. The caller holds the other table's lock.
  @usableFromInline
  package func forget(_ word: UInt) {
    let entry = entry(of: word)
    if entry.pointee.word.loadAcquiring() == word { entry.pointee.word.storeReleasing(0) }
  }

  /// Forgets all cells, as they go. The caller holds the other table's lock.
  package func clear() {
    for index in 0..<Self.count { (entries + index).pointee.cell = nil }
  }

  /// Fibonacci hashing, as in `SlotArray`: the product's top four bits.
  @inlinable @inline(__always)
  func entry(of word: UInt) -> UnsafeMutablePointer<Entry> {
    entries + Int(bitPattern: word.spread &>> UInt(UInt.bitWidth - 4))
  }
}
