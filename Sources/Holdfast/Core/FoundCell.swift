public import OnceKernel

/// What a look for a key found, in two words, and what keeps it until it is left.
///
/// ```
///    object      hold
///    instance    thread record, or 0         of a container's table that the thread visits, or that is sealed
///    instance    lock | 2                    of a scope's table
///    cell        thread record, or 0, | 1    there is no instance in it
///    nil         1                           there is no cell
///    nil         3                           only a miss finds what there is, as in an override layer
/// ```
@frozen
@usableFromInline
struct FoundCell {
  @usableFromInline let object: Unmanaged<AnyObject>?
  /// Neither of what it may be lies at an odd multiple of 1 or 2.
  @usableFromInline let hold: UInt

  /// Takes a pinned cell over; leaves it, if it is none.
  @inlinable @inline(__always)
  init(_ pinned: PinnedCell) {
    // Not freed before it is left; only kept here.
    let keeper = pinned.lock.map { UInt(bitPattern: $0.raw) | 2 } ?? UInt(bitPattern: pinned.reader)
    if let instance = pinned.instance {
      (object, hold) = (instance, keeper)
    } else if let cell = pinned.cell, pinned.lock == nil {
      (object, hold) = (Unmanaged.fromOpaque(cell.toOpaque()), keeper | 1)  // kept by what pinned it
    } else {
      pinned.unpin()
      (object, hold) = (nil, pinned.lock == nil ? 1 : 3)
    }
  }

  @inlinable @inline(__always)
  init() { (object, hold) = (nil, 3) }

  /// Only a miss finds what there is.
  @inlinable static var none: FoundCell {
    @inline(__always) get { FoundCell() }
  }

  /// Whether there is a published instance.
  @inlinable @inline(__always)
  var isInstance: Bool { hold & 1 == 0 }

  /// The published instance, if there is one.
  @inlinable @inline(__always)
  var instance: Unmanaged<AnyObject>? { isInstance ? object : nil }

  /// Copies the value out of the instance, which there is.
  @inlinable @inline(__always)
  func value<T>(as type: T.Type) -> T { Core.value(object.unsafelyUnwrapped, as: type) }

  /// The cell, if there is no instance.
  @inlinable @inline(__always)
  var cell: PinnedCell {
    guard hold & 1 == 1, let object else { return .none }
    return PinnedCell(
      .fromOpaque(object.toOpaque()), holding: nil, on: UnsafeMutablePointer(bitPattern: hold & ~1))  // kept by what pinned it
  }

  /// The cell of a singleton that is not built, or of what lives in scopes, which is left then; nil, and nothing is left, where something else was
  /// found.
  @inline(__always)
  func takeUnbuilt() -> OnceCell? {
    let pinned = cell
    guard let found = pinned.cell, pinned.isShared || pinned.form?.isScoped == true else { return nil }
    defer { pinned.unpin() }
    return found.takeUnretainedValue()  // the visit keeps it until it is retained
  }

  /// Whether it is sure that there is no cell.
  var isMissing: Bool { hold == 1 && object == nil }

  /// Whether every resolve makes its own value.
  @inlinable @inline(__always)
  var isTransient: Bool { cell.isTransient }

  /// Leaves a container's table.
  @inlinable @inline(__always)
  func leave() { UnsafeMutablePointer<ThreadRecord>(bitPattern: hold)?.pointee.endVisit() }

  /// Leaves a container's or a scope's table.
  @inlinable @inline(__always)
  func leaveAny() {
    if hold & 2 == 0 { leave() } else { Lock(existing: UnsafeMutableRawPointer(bitPattern: hold & ~2).unsafelyUnwrapped).unlock() }
  }
}
