/// The places of a table at one size: a header with the shift, then a power of two of slots.
///
/// ```
///   base ─► ┌───────┬──────┬────────┬────────┬─────┐
///           │ shift │ mask │ slot 0 │ slot 1 │  …  │    a word's first place is (word × golden ratio) >> shift
///           └───────┴──────┴────────┴────────┴─────┘    then the next, wrapping around, until an empty place
/// ```
@frozen
@usableFromInline
package struct SlotArray: @unchecked Sendable {  // unchecked: header and layout never change; slots are atomic words
  @usableFromInline let base: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  package init(base: UnsafeMutableRawPointer) {
    self.base = base
  }

  package init(capacity: Int) {
    self.init(capacity: capacity, at: .plainMemory(byteCount: Self.byteCount(of: capacity)))
  }

  /// In memory of `byteCount(of: capacity)` that the caller provides, and frees when it has called `end()`.
  init(capacity: Int, at memory: UnsafeMutableRawPointer) {
    precondition(capacity >= 2 && capacity & (capacity - 1) == 0, "a table's capacity is a power of two")
    base = memory
    base.storeBytes(of: UInt(UInt.bitWidth - capacity.trailingZeroBitCount), as: UInt.self)
    base.storeBytes(of: UInt(capacity - 1), toByteOffset: 8, as: UInt.self)
    let slots = (base + 16).bindMemory(to: Slot.self, capacity: capacity)
    for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
  }

  static func byteCount(of capacity: Int) -> Int { 16 + capacity * MemoryLayout<Slot>.stride }

  @inlinable var shift: UInt {
    @inline(__always) get { base.load(as: UInt.self) }
  }
  @inlinable package var mask: UInt {
    @inline(__always) get { base.load(fromByteOffset: 8, as: UInt.self) }
  }
  @inlinable package var slots: UnsafeMutablePointer<Slot> {
    @inline(__always) get { (base + 16).assumingMemoryBound(to: Slot.self) }
  }
  package var capacity: Int { Int(mask) + 1 }

  /// The first place where `word` may stand. Fibonacci hashing: metatype addresses differ in their middle bits, the product's top bits mix them.
  @inlinable @inline(__always)
  package func firstIndex(of word: UInt) -> UInt {
    word.spread &>> shift
  }

  /// Frees the memory; the cells were taken out before.
  package func free() {
    end()
    base.freePlainMemory()
  }

  /// Ends an array whose memory is the caller's; the cells were taken out before.
  func end() {
    slots.deinitialize(count: capacity)
  }
}

/// One place of a table: the key's word and the cell it leads to.
///
/// `word` is 0 when the place was never used. A place that lost its cell keeps its word, so that probing goes on behind it.
@frozen
@usableFromInline
package struct Slot: ~Copyable {
  @usableFromInline let word: AtomicWord
  @usableFromInline let cell: AtomicReference<OnceCell>

  init() {
    word = AtomicWord(0)
    cell = AtomicReference()
  }
}

extension Int {
  /// The smallest power of two that is not less than this number; at least 1.
  package var nextPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
