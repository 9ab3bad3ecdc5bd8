#if !Exploration
  public import Synchronization

  /// A machine word that threads share without a lock.
  @frozen
  @usableFromInline
  package struct AtomicWord: ~Copyable, Sendable {
    @usableFromInline let raw: Atomic<UInt>

    @inlinable
    package init(_ value: UInt) {
      raw = Atomic(value)
    }

    /// Sees everything that was written before the `storeReleasing(_:)` that wrote this value.
    @inlinable
    package func loadAcquiring() -> UInt {
      raw.load(ordering: .acquiring)
    }

    /// Publishes everything written so far together with the value.
    @inlinable
    package func storeReleasing(_ value: UInt) {
      raw.store(value, ordering: .releasing)
    }

    /// `storeReleasing(_:)` for code that retains objects before it: the compiler moves a retain behind a store, but never behind a fence.
    @inlinable @inline(__always)
    package func releaseBehindFence(_ value: UInt) {
      atomicMemoryFence(ordering: .releasing)
      raw.store(value, ordering: .releasing)
    }

    /// Reads in the single order that all threads agree on; what the phase word needs to be linearizable.
    @inlinable
    package func loadSequentiallyConsistent() -> UInt {
      raw.load(ordering: .sequentiallyConsistent)
    }

    @inlinable
    package func storeSequentiallyConsistent(_ value: UInt) {
      raw.store(value, ordering: .sequentiallyConsistent)
    }

    /// What the calling thread stored last, asked by the only thread that writes the word: no ordering is needed.
    @inlinable
    package var ownValue: UInt { raw.load(ordering: .relaxed) }

    /// Adds one and returns the value before; only the number itself matters, so no ordering is asked for.
    @inlinable
    package func next() -> UInt {
      raw.wrappingAdd(1, ordering: .relaxed).oldValue
    }

    /// Adds one, or takes one away, without ordering: a reader learns nothing but the number.
    package func count(_ difference: Int) {
      raw.wrappingAdd(UInt(bitPattern: difference), ordering: .relaxed)
    }
  }

  /// Sixty-four bits that threads share without a lock, whatever the width of the machine's word.
  struct AtomicLongWord: ~Copyable, Sendable {
    private let raw: Atomic<UInt64>

    init(_ value: UInt64) {
      raw = Atomic(value)
    }

    /// Reads in the single order that all threads agree on: a thread that asks after the end sees the end.
    func loadSequentiallyConsistent() -> UInt64 {
      raw.load(ordering: .sequentiallyConsistent)
    }

    /// Stores `desired` if the word is still `expected`; answers what it was.
    ///
    /// Sequentially consistent. The thread that takes a count to zero sees everything that the threads which counted down before had written.
    func exchange(_ expected: UInt64, for desired: UInt64) -> UInt64 {
      raw.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).original
    }
  }

  /// A flag that is set once and read without a lock.
  struct AtomicFlag: ~Copyable, Sendable {
    private let raw = Atomic<Bool>(false)

    /// Acquire: sees what was written before `set()`.
    var isSet: Bool { raw.load(ordering: .acquiring) }

    /// Release: publishes what was written so far.
    func set() { raw.store(true, ordering: .releasing) }
  }
#endif
