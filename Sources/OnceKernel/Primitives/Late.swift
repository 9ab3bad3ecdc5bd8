/// An object that is made when it is first needed: for what few of its owner's kind have.
@frozen
@usableFromInline
package struct Late<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// Filled once, with `lateLock` held; emptied by the deinitializer. Of any object: code that is generic over it would have to ask the runtime for
  /// types, which costs more than all that it does.
  @usableFromInline let reference: AtomicReference<AnyObject>

  @inlinable
  package init() {
    reference = AtomicReference()
  }

  @inlinable
  deinit {
    _ = reference.exchange(nil)
  }

  /// The object, if it was made.
  @inlinable package var existing: Object? {
    guard let object = reference.load() else { return nil }
    return unsafeDowncast(object.takeUnretainedValue(), to: Object.self)  // only `get` fills it
  }

  /// The object, if it was made. Reads are sequentially consistent, as making is: a thread that finds nothing comes before the one that makes it.
  package var existingInOrder: Object? {
    guard let object = reference.loadSequentiallyConsistent() else { return nil }
    return unsafeDowncast(object.takeUnretainedValue(), to: Object.self)  // only `get` fills it
  }

  /// The object, if it was made, without a counted reference: this keeps it.
  @inlinable package var shared: Unmanaged<Object>? {
    guard let object = reference.load() else { return nil }
    return .fromOpaque(object.toOpaque())  // only `get` fills it
  }

  /// The object, made by `make` at the first call; which must be bounded and must not call out.
  @inlinable
  package func get(_ make: () -> Object) -> Object {
    existing ?? unsafeDowncast(reference.made { make() }, to: Object.self)  // what `make` answered, here or in another call
  }
}

extension AtomicReference<AnyObject> {
  /// The object, made by `make` if there is none.
  @usableFromInline @inline(never)
  func made(_ make: () -> AnyObject) -> AnyObject {
    lateLock.withLock {
      if let made = load() { return made.takeUnretainedValue() }
      let new = make()
      _ = exchange(new)  // it is empty
      return new
    }
  }
}

/// Held while a `Late` object is made, whosever it is.
private let lateLock = Lock()
