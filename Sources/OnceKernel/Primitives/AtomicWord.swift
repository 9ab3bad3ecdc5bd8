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

    /// Sees everything that was written before the `release(_:)` that wrote this value.
    @inlinable
    package func acquire() -> UInt {
      raw.load(ordering: .acquiring)
    }

    /// Publishes everything written so far together with the value.
    @inlinable
    package func release(_ value: UInt) {
      raw.store(value, ordering: .releasing)
    }

    /// The same for what counts references before: the compiler moves a retain behind a store, atomic or not, and never behind a fence.
    @inlinable @inline(__always)
    package func releaseBehindFence(_ value: UInt) {
      atomicMemoryFence(ordering: .releasing)
      raw.store(value, ordering: .releasing)
    }

    /// Reads in the single order that all threads agree on; what the phase word needs to be linearizable.
    @inlinable
    package func loadInTotalOrder() -> UInt {
      raw.load(ordering: .sequentiallyConsistent)
    }

    @inlinable
    package func storeInTotalOrder(_ value: UInt) {
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
  }
#endif
