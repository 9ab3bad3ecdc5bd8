#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What a change took away from a table: a cell, an array with the cells in it, or both.
struct Leftover {
  var cell: OnceCell?
  var array: SlotArray?

  /// Lets go of it. No reader may be left in it.
  func discard() { array?.discard() }
}

/// Leftovers that a thread may still read which was put off in the middle of a visit: kept until it has run again, so that no writer waits for it.
///
/// A thread that exists only while there are leftovers looks at them about once a millisecond. What nothing else holds is released there, outside
/// every lock, so a replaced instance may be deinitialized on that thread.
enum Leftovers {
  private struct Kept {
    let table: UInt
    let leftover: Leftover
    var visits: [Visit]
  }

  private struct State {
    var kept: [Kept] = []
    /// Whether there is a thread that looks at them.
    var isWatched = false
  }

  private static let state = Guarded(State())

  /// More than these are not kept: the writer waits itself, so that what replaced instances take is bounded.
  private static let limit = 4096

  /// Whether a table may have any, for those who end one: 0 when there are none. Written with the lock of `state` held.
  private static let some = AtomicWord(0)

  /// Keeps a leftover of the table at `table` until `visits` are over. Answers false when it cannot.
  static func keep(_ leftover: Leftover, of table: UInt, until visits: [Visit]) -> Bool {
    state.withLock { state in
      if state.kept.count >= limit { return false }
      if !state.isWatched { state.isWatched = startWatching() }
      if state.isWatched {
        state.kept.append(Kept(table: table, leftover: leftover, visits: visits))
        some.release(1)
      }
      return state.isWatched
    }
  }

  /// Hands out those of the table at `table`, which is about to be given up: the caller writes no more, and sees that no thread reads it.
  static func takeAll(of table: UInt) -> [Leftover] {
    if some.acquire() == 0 { return [] }
    return state.withLock { state in
      let own = state.kept.filter { $0.table == table }
      if !own.isEmpty { state.kept.removeAll { $0.table == table } }
      return own.map(\.leftover)
    }
  }

  private static func startWatching() -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return pthread_create(
      &thread, &attributes,
      { _ in
        Leftovers.watch()
        return nil
      }, nil) == 0
  }

  private static func watch() {
    var isOver = false
    while !isOver {
      usleep(1000)
      let (free, last) = takeFree()
      for leftover in free { leftover.discard() }
      isOver = last
    }
  }

  /// Takes what no thread reads any more; and whether nothing is left, so that the thread that asks ends.
  private static func takeFree() -> (free: [Leftover], isLast: Bool) {
    state.withLock { state in
      var (free, kept): ([Leftover], [Kept]) = ([], [])
      for var one in state.kept {
        one.visits.removeAll(where: \.isOver)
        if one.visits.isEmpty { free.append(one.leftover) } else { kept.append(one) }
      }
      state.kept = kept
      state.isWatched = !kept.isEmpty
      if kept.isEmpty { some.release(0) }
      return (free, kept.isEmpty)
    }
  }
}
