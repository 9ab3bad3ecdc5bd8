#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Which table a thread reads at this moment, if any: what a writer looks at before it frees what it took away.
///
/// ```
///    inside:   address of the table | visits      visits: how many there were, modulo 8; no table stands at an address below 8
///    outside:  0                    | visits
/// ```
///
/// A new visit to the same table makes another word, so a writer that sees the word change knows that the visit it saw is over. Were there eight
/// visits between two looks of the writer, it would look once more: the count only spares it that.
@usableFromInline
struct ReaderMark: ~Copyable, Sendable {
  @usableFromInline let word = AtomicWord(0)

  @inlinable
  init() {}

  @inlinable static var visits: UInt { 7 }

  /// The thread begins to read the table at `address`. Not while it reads one.
  ///
  /// In the order that all threads agree on: either the writer sees the mark, or the thread sees what the writer stored before it looked.
  @inlinable @inline(__always)
  func begin(_ address: UInt) {
    let own = word.ownValue
    assert(own <= Self.visits, "a thread that reads a table begins to read another one")
    #if Exploration
      if Self.isStoredLate { return storeLate(address | own) }
    #endif
    word.storeSequentiallyConsistent(address | own)
  }

  /// The thread has read what it wanted, and copied it. Release: a writer that sees this, or a later visit, comes after all that was read.
  @inlinable @inline(__always)
  func end() {
    word.releaseBehindFence((word.ownValue &+ 1) & Self.visits)
  }

  /// For a thread that is over.
  func endIfInside() {
    if word.ownValue > Self.visits { end() }
  }

  /// The mark if the thread is inside the table at `address`, or inside any if that is nil; nil if it is not, or is only since what the caller stored
  /// before can be seen.
  func visit(to address: UInt?) -> UInt? {
    let seen = word.loadSequentiallyConsistent()
    let visited = seen & ~Self.visits
    return visited == address ?? visited && visited != 0 ? seen : nil
  }
}

/// A visit that a writer waits for: the mark that it saw, and the record of that thread.
struct Visit {
  let record: UnsafeMutablePointer<ThreadRecord>
  let mark: UInt
}

#if !Exploration
  extension Visit {
    private var isOver: Bool { record.pointee.mark.word.loadAcquiring() != mark }

    /// Returns when every one of these visits is over.
    ///
    /// A reader is inside for nanoseconds, unless it is put off there. Then the processor is its to have: the caller sleeps. Nothing lends it the
    /// caller's priority, as a lock might; a reader that comes to run at all leaves, and is never waited for twice. Were what it may see left for
    /// another thread to release, instances would be deinitialized there, and out of order.
    static func awaitEnd(of visits: [Visit]) {
      var left = visits
      var looks = 0
      while !left.isEmpty {
        if looks < 256 { looks += 1 } else { usleep(50) }
        left.removeAll(where: \.isOver)
      }
    }
  }
#endif
