#if Exploration
  /// What a thread knows of every thread's progress: a vector clock, one number for each thread.
  typealias Clock = SIMD8<UInt32>

  extension Clock {
    /// How many threads an execution can have, the one that sets it up included.
    static var threads: Int { scalarCount }

    mutating func join(_ other: Clock) {
      self = pointwiseMax(self, other)
    }

    /// Whether what `thread` did at `stamp` happened before whoever has this clock.
    func knows(_ stamp: UInt32, of thread: Int) -> Bool {
      stamp <= self[thread]
    }
  }
#endif
