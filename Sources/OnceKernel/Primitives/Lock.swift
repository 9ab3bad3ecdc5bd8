#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// The one lock of the project: a plain mutex of the platform at a fixed address.
///
/// `os_unfair_lock` on Apple platforms, a pthread mutex elsewhere. `Synchronization.Mutex` is not used because its Linux form is a
/// priority-inheritance futex that convoys under load and that the thread sanitizer cannot see. Not recursive; no user code ever runs under it.
@frozen
@usableFromInline
package struct Lock: @unchecked Sendable {  // unchecked: the pointee is a platform lock, made to be shared
  #if canImport(Darwin)
    @usableFromInline package typealias Raw = os_unfair_lock
  #else
    @usableFromInline package typealias Raw = pthread_mutex_t
  #endif

  @usableFromInline package let raw: UnsafeMutablePointer<Raw>

  /// Makes a lock in memory that the caller provides and keeps until `destroy()`.
  @usableFromInline
  package init(at memory: UnsafeMutableRawPointer) {
    raw = memory.bindMemory(to: Raw.self, capacity: 1)
    #if Exploration
      Seam.current?.lockMade(UnsafeRawPointer(raw))
    #endif
    #if canImport(Darwin)
      raw.initialize(to: os_unfair_lock())
    #else
      let code = pthread_mutex_init(raw, nil)
      precondition(code == 0, "pthread_mutex_init failed with code \(code)")
    #endif
  }

  /// The lock that stands at `memory` already.
  @inlinable @inline(__always)
  package init(existing memory: UnsafeMutableRawPointer) {
    raw = memory.assumingMemoryBound(to: Raw.self)
  }

  /// Makes a lock in memory of its own, freed by `destroyAndFree()`.
  package init() {
    self.init(at: .plainMemory(byteCount: MemoryLayout<Raw>.size))
  }

  #if !Exploration
    @inlinable
    package func lock() {
      #if canImport(Darwin)
        os_unfair_lock_lock(raw)
      #else
        pthread_mutex_lock(raw)
      #endif
      HeldLocks.noteLocked()
    }

    @inlinable
    package func unlock() {
      HeldLocks.noteUnlocked()
      #if canImport(Darwin)
        os_unfair_lock_unlock(raw)
      #else
        pthread_mutex_unlock(raw)
      #endif
    }

    /// Locks, but tries for some microseconds before it sleeps. For a writer among readers that hold the lock for nanoseconds: if the writer slept,
    /// a reader would have to make the call that wakes it.
    package func lockPatiently() {
      for _ in 0..<256 where tryLock() { return HeldLocks.noteLocked() }
      lock()
    }

    private func tryLock() -> Bool {
      #if canImport(Darwin)
        os_unfair_lock_trylock(raw)
      #else
        pthread_mutex_trylock(raw) == 0
      #endif
    }

    /// Runs `body` with the lock held; `body` must be bounded and must not call out.
    @inlinable
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      lock()
      defer { unlock() }
      return try body()
    }
  #else
    func lockForReal() {
      #if canImport(Darwin)
        os_unfair_lock_lock(raw)
      #else
        pthread_mutex_lock(raw)
      #endif
      HeldLocks.noteLocked()
    }

    package func unlockForReal() {
      HeldLocks.noteUnlocked()
      #if canImport(Darwin)
        os_unfair_lock_unlock(raw)
      #else
        pthread_mutex_unlock(raw)
      #endif
    }
  #endif

  @usableFromInline
  package func destroy() {
    #if !canImport(Darwin)
      pthread_mutex_destroy(raw)
    #endif
  }

  package func destroyAndFree() {
    destroy()
    free(raw)
  }
}
