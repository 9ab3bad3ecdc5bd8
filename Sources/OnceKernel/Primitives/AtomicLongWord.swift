#if !Exploration
  import Synchronization

  /// Sixty-four bits that threads share without a lock, whatever the width of the machine's word.
  struct AtomicLongWord: ~Copyable, Sendable {
    private let raw: Atomic<UInt64>

    init(_ value: UInt64) {
      raw = Atomic(value)
    }

    /// Reads in the single order that all threads agree on: a thread that asks after the end sees the end.
    func loadInTotalOrder() -> UInt64 {
      raw.load(ordering: .sequentiallyConsistent)
    }

    /// Stores `desired` if the word is still `expected`; answers what it was.
    ///
    /// In that order too. Who takes a count to zero sees everything that those who counted down before had written.
    func exchange(_ expected: UInt64, for desired: UInt64) -> UInt64 {
      raw.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent).original
    }
  }
#endif
