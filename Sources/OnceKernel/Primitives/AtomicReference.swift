#if !Exploration
  public import Synchronization

  /// A word that holds a retained object or nothing, read without a lock.
  ///
  /// Reading takes no reference: the reader must know, by a visit, a lock it holds or a seal, that the object cannot be released meanwhile.
  @frozen
  @usableFromInline
  package struct AtomicReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {  // unchecked: the word is atomic
    @usableFromInline let raw: Atomic<Unmanaged<Object>?>

    @inlinable
    package init() {
      raw = Atomic(nil)
    }

    /// Acquire: the object's contents were written before it was stored here.
    @inlinable
    package func load() -> Unmanaged<Object>? {
      raw.load(ordering: .acquiring)
    }

    /// Reads are sequentially consistent: once one thread has read the replacement, no thread reads the old cell.
    @inlinable
    package func loadSequentiallyConsistent() -> Unmanaged<Object>? {
      raw.load(ordering: .sequentiallyConsistent)
    }

    /// Release: publishes the object's contents; the word takes a reference of its own. The word must have been empty.
    @inlinable
    package func fill(_ object: Object) {
      raw.store(Unmanaged.passRetained(object), ordering: .releasing)  // balanced by `exchange(_:)` or the owner's deinit
    }

    /// As `fill(_:)`, with a reference that is the caller's and becomes the word's.
    func fill(moved object: Unmanaged<Object>) {
      raw.store(object, ordering: .releasing)
    }

    /// Replaces the object, in the order that all threads agree on, and hands the old one's reference to the caller, which releases it outside every
    /// lock.
    @inlinable
    package func exchange(_ object: Object?) -> Object? {
      let new = object.map { Unmanaged.passRetained($0) }  // balanced by the next `exchange(_:)` or the owner's deinit
      return raw.exchange(new, ordering: .sequentiallyConsistent)?.takeRetainedValue()
    }

    #if DEBUG
      /// What the word holds, asked where no other thread changes it: no ordering is needed.
      package var ownObject: Object? { raw.load(ordering: .relaxed)?.takeUnretainedValue() }
    #endif
  }
#endif
