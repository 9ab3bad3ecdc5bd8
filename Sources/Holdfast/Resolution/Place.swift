public import OnceKernel

/// Where a key leads, valid until `leave()`: the cell that was found, and the stripe that keeps it and its instance alive.
@frozen
@usableFromInline
struct Place {
  @usableFromInline let cell: Unmanaged<OnceCell>?
  /// Nil in a sealed table, where nothing is ever taken away.
  @usableFromInline let stripe: Lock?
  /// The calling thread's, if it was needed on the way.
  @usableFromInline let record: UnsafeMutablePointer<ThreadRecord>?

  @inlinable @inline(__always)
  init(_ cell: Unmanaged<OnceCell>?, holding stripe: Lock?, on record: UnsafeMutablePointer<ThreadRecord>?) {
    self.cell = cell
    self.stripe = stripe
    self.record = record
    #if Exploration
      if cell != nil { StripedTable.linger(holding: stripe) }
    #endif
  }

  /// Nowhere.
  @inlinable static var none: Place {
    @inline(__always) get { Place(nil, holding: nil, on: nil) }
  }

  /// The published instance, if there is one.
  @inlinable @inline(__always)
  var instance: Unmanaged<AnyObject>? { cell?._withUnsafeGuaranteedRef { $0.ready.load() } }

  /// Whether every resolve makes its own value.
  @inlinable @inline(__always)
  var isTransient: Bool { cell?._withUnsafeGuaranteedRef { $0.kind == .perCall } ?? false }

  /// What a table of instances that live apart knows the cell's registration by.
  @inlinable @inline(__always)
  var word: UInt? { cell?._withUnsafeGuaranteedRef { InstanceTable.word(of: $0.subject) } }

  @inlinable @inline(__always)
  func leave() { stripe?.unlock() }
}
