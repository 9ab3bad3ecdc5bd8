#if !Exploration
  import Synchronization

  /// Sixty-four bits that threads share without a lock, whatever the width of the machine's word.
  struct AtomicLongWord: ~Copyable, Sendable {
    private let raw: Atomic<UInt64>

    init(_ value: UInt64) {
      raw = Atomic(value)
    }

    /// Acquire: sees what was written before the exchange that stored this value.
    func load() -> UInt64 {
      raw.load(ordering: .acquiring)
    }

    /// Stores `desired` if the word is still `expected`; answers what it was.
    ///
    /// Acquire and release: who takes a count to zero sees everything that those who counted down before had written.
    func exchange(_ expected: UInt64, for desired: UInt64) -> UInt64 {
      raw.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing).original
    }
  }
#endif
