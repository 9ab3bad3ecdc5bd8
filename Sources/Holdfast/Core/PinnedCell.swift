public import OnceKernel

/// The cell that a key was found in, and what keeps the cell and its instance alive until `unpin()`.
@frozen
@usableFromInline
struct PinnedCell {
  @usableFromInline let cell: Unmanaged<OnceCell>?
  /// Held in a table of instances that live apart.
  @usableFromInline let lock: Lock?
  /// The calling thread's, which visits a container's table; nil in a sealed one, from which nothing is ever removed.
  @usableFromInline let reader: UnsafeMutablePointer<ThreadRecord>?

  @inlinable @inline(__always)
  init(_ cell: Unmanaged<OnceCell>?, holding lock: Lock?, on reader: UnsafeMutablePointer<ThreadRecord>?) {
    self.cell = cell
    self.lock = lock
    self.reader = reader
    if let cell { CellTable.linger(at: cell, holding: lock, reader) }
  }

  /// No cell was found.
  @inlinable static var none: PinnedCell {
    @inline(__always) get { PinnedCell(nil, holding: nil, on: nil) }
  }

  /// The published instance, if there is one.
  @inlinable @inline(__always)
  var instance: Unmanaged<AnyObject>? { cell?._withUnsafeGuaranteedRef { $0.ready.load() } }

  /// Whether every resolve makes its own value.
  @inlinable @inline(__always)
  var isTransient: Bool { cell?._withUnsafeGuaranteedRef { $0.kind.isPerCall } ?? false }

  /// Whether callers share the one instance in it.
  @inline(__always)
  var isShared: Bool { cell?._withUnsafeGuaranteedRef { $0.kind.isShared } ?? false }

  /// What a table of instances that live apart knows the cell's registration by.
  @inlinable @inline(__always)
  var word: UInt? { cell?._withUnsafeGuaranteedRef { InstanceTable.word(of: $0.subject) } }

  @inlinable @inline(__always)
  func unpin() {
    lock?.unlock()
    reader?.pointee.endVisit()
  }
}
