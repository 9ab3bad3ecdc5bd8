/// Cells that were found by way of one table in another, to be found again under the other one's lock alone.
///
/// ```
///    key ─► container's table ─► registration ─► scope's table ─► cell        two locks
///    key ─► shortcut ──────────────────────────────────────────► cell        one, while nothing was taken out of the container's table
/// ```
///
/// Sixteen places, each for the key that came there last. The cells are the other table's, which keeps them.
@frozen
@usableFromInline
package struct Shortcuts: @unchecked Sendable {  // unchecked: the address never changes, and each field of a place says what guards it
  @frozen
  @usableFromInline
  struct Place: ~Copyable {
    /// The key's word; 0 for none. Written under the other table's lock.
    @usableFromInline let word = AtomicWord(0)
    /// How much had been taken out of the first table when the way was found. Guard: the other table's lock.
    @usableFromInline var removals: UInt = 0
    /// Guard: the other table's lock.
    @usableFromInline var cell: Unmanaged<OnceCell>?

    init() {}
  }

  @usableFromInline let places: UnsafeMutablePointer<Place>

  private static let count = 16

  /// Those at an address; nil at 0.
  @inlinable @inline(__always)
  package init?(address: UInt) {
    guard let places = UnsafeMutablePointer<Place>(bitPattern: address) else { return nil }
    self.places = places
  }

  /// New ones, until `free()`.
  package init() {
    places = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (places + index).initialize(to: Place()) }
  }

  package func free() {
    let memory = places.deinitialize(count: Self.count)
    memory.freePlainMemory()
  }

  package var address: UInt { UInt(bitPattern: places) }

  /// Whether the way may be known. Needs no lock.
  @inlinable @inline(__always)
  package func mayKnow(_ word: UInt) -> Bool {
    place(of: word).pointee.word.acquire() == word
  }

  /// The cell under `word`, if that was found when as much had been taken out of the first table. The caller holds the other table's lock.
  @inlinable @inline(__always)
  package func cell(_ word: UInt, afterRemovals removals: UInt) -> Unmanaged<OnceCell>? {
    let place = place(of: word)
    return place.pointee.word.acquire() == word && place.pointee.removals == removals ? place.pointee.cell : nil
  }

  /// Remembers the way to `cell`, if `find` still leads to `registered` in the first table. The caller holds the other table's lock, and visits
  /// the first, unless that is sealed.
  package func add(
    _ word: UInt, _ cell: Unmanaged<OnceCell>, behind registered: Unmanaged<OnceCell>, in first: CellTable,
    find: () -> Unmanaged<OnceCell>?
  ) {
    // First the count, then the look: what is taken away after it makes the shortcut void. A thread that found a cell that was put in another
    // one's place comes after the count that was made odd for it, so acquire is enough.
    let removals = first.removals.acquire()
    guard removals & 1 == 0, find()?.toOpaque() == registered.toOpaque() else { return }
    let place = place(of: word)
    place.pointee.removals = removals
    place.pointee.cell = cell
    place.pointee.word.release(word)
  }

  /// Forgets a way that is none any more, so that no thread takes the lock for it. The caller holds the other table's lock.
  @usableFromInline
  package func forget(_ word: UInt) {
    let place = place(of: word)
    if place.pointee.word.acquire() == word { place.pointee.word.release(0) }
  }

  /// Forgets all ways, as the cells go. The caller holds the other table's lock.
  package func clear() {
    for index in 0..<Self.count { (places + index).pointee.cell = nil }
  }

  /// Fibonacci hashing, as in `SlotArray`: the product's top four bits.
  @inlinable @inline(__always)
  func place(of word: UInt) -> UnsafeMutablePointer<Place> {
    places + Int(bitPattern: word.spread &>> UInt(UInt.bitWidth - 4))
  }
}
