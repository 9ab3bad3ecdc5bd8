/// An object that is made when it is first asked for: for what few of its owner's kind have.
package struct Late<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// Filled once, with `Late.lock` held; emptied by the deinitializer.
  private let reference = AtomicReference<Object>()

  package init() {}

  deinit {
    _ = reference.exchange(nil)
  }

  /// The object, if it was made.
  package var existing: Object? { reference.load()?.takeUnretainedValue() }

  /// The object, made by `make` at the first call; which must be bounded and must not call out.
  package func get(_ make: () -> Object) -> Object {
    existing
      ?? lateLock.withLock {
        if let made = existing { return made }
        let new = make()
        reference.fill(new)
        return new
      }
  }
}

/// Held while a `Late` object is made, whosever it is.
private let lateLock = Lock()
