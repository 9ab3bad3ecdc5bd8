#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// How many locks of ours the calling thread holds, as it must hold none when a user's code enters the container or is called by it.
///
/// Counted in builds for checking: debug builds, and those with the trait `Exploration`. In all others these functions are empty.
@usableFromInline
package enum HeldLocks {
  #if DEBUG || Exploration
    @usableFromInline
    static func noteLocked() {
      // Assigned, not changed in place: to the thread sanitizer that would be an access to the whole record, whose mark other threads read.
      if let record { record.pointee.heldLocks = record.pointee.heldLocks + 1 }
    }

    @usableFromInline
    static func noteUnlocked() {
      // A lock that was taken before the thread had a record was not counted.
      if let record, record.pointee.heldLocks > 0 { record.pointee.heldLocks = record.pointee.heldLocks - 1 }
    }

    /// Called where a user's code comes in, before a user's code may run, and where the system is asked for something that may take long.
    @usableFromInline
    package static func expectNone(
      _ what: StaticString = "a user's code ran, or is about to run,", _ file: StaticString = #fileID, _ line: UInt = #line
    ) {
      #if Exploration
        // The scheduler finds what an explored thread may not lock.
        if Seam.current != nil { return }
      #endif
      precondition(record?.pointee.heldLocks ?? 0 == 0, "\(file):\(line): \(what) under a lock of the container")
    }

    /// The calling thread's record, if it has one: making one takes a lock.
    private static var record: UnsafeMutablePointer<ThreadRecord>? {
      #if Exploration
        if let record = Threads.exploredRecord { return record }
      #endif
      return pthread_getspecific(Threads.key)?.assumingMemoryBound(to: ThreadRecord.self)
    }
  #else
    @inlinable @inline(__always) static func noteLocked() {}
    @inlinable @inline(__always) static func noteUnlocked() {}
    @inlinable @inline(__always) package static func expectNone(_ what: StaticString = "") {}
  #endif
}
