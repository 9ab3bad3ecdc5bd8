#if Exploration
  /// A store to an atomic: what a load may see.
  struct Store {
    let value: UInt
    let thread: Int
    /// The writer's own time at the store.
    let stamp: UInt32
    /// What an acquiring load of this value learns.
    let released: Clock
    let isTotal: Bool
    /// The store to the same atomic before it; -1 for the first.
    let previous: Int
  }

  /// An atomic and the history of what was stored there, in modification order.
  struct Location {
    var newest: Int
    let made: (thread: Int, stamp: UInt32)
    var isFreed = false
    /// The newest store that each thread has read, and when: a thread that knows of the read sees no older one.
    var lastRead = SIMD8<Int32>(repeating: -1)
    var readStamps = Clock()
  }

  /// A plain variable: which thread wrote it last, and when each thread read it.
  struct Variable {
    var writer: (thread: Int, stamp: UInt32)
    var reads = Clock()
  }

  /// A lock: its holder, and what the last holder knew.
  struct LockState {
    let address: UnsafeRawPointer
    var holder = -1
    var clock = Clock()
  }

  /// Where a thread sleeps: wake-ups that were not used up yet, and what the wakers knew.
  struct ParkerState {
    var tokens = 0
    var clock = Clock()
  }

  /// What a thread knows of every thread's progress: a vector clock, one number for each thread.
  typealias Clock = SIMD8<UInt32>

  extension Clock {
    /// How many threads an execution can have, the one that sets it up included.
    static var threads: Int { scalarCount }

    mutating func join(_ other: Clock) {
      self = pointwiseMax(self, other)
    }

    /// Whether what `thread` did at `stamp` happened before the thread that has this clock.
    func knows(_ stamp: UInt32, of thread: Int) -> Bool {
      stamp <= self[thread]
    }
  }
#endif
