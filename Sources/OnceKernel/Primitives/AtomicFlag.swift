#if !Exploration
  import Synchronization

  /// A flag that is set once and read without a lock.
  struct AtomicFlag: ~Copyable, Sendable {
    private let raw = Atomic<Bool>(false)

    /// Acquire: sees what was written before `set()`.
    var isSet: Bool { raw.load(ordering: .acquiring) }

    /// Release: publishes what was written so far.
    func set() { raw.store(true, ordering: .releasing) }
  }
#endif
