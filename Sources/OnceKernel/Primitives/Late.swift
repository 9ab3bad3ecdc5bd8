/// An object that is made when it is first asked for: for what few of its owner's kind have.
@frozen
@usableFromInline
package struct Late<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  // Compiled where the type is known, as all of it: the generic code costs more than what it does.
  /// Filled once, with `lateLock` held; emptied by the deinitializer.
  @usableFromInline let reference: AtomicReference<Object>

  @inlinable
  package init() {
    reference = AtomicReference()
  }

  @inlinable
  deinit {
    _ = reference.exchange(nil)
  }

  /// The object, if it was made.
  @inlinable package var existing: Object? { reference.load()?.takeUnretainedValue() }

  /// The object, made by `make` at the first call; which must be bounded and must not call out.
  @inlinable
  package func get(_ make: () -> Object) -> Object {
    existing ?? new(make)
  }

  @usableFromInline @inline(never)
  func new(_ make: () -> Object) -> Object {
    lateLock.withLock {
      if let made = existing { return made }
      let new = make()
      reference.fill(new)
      return new
    }
  }
}

/// Held while a `Late` object is made, whosever it is.
private let lateLock = Lock()
