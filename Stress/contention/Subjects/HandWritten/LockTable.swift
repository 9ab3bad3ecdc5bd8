#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A table behind the platform's plain lock: a pthread mutex, or an unfair lock on Apple platforms.
final class LockTable: GuardedTable, @unchecked Sendable {  // The table is touched with the lock held only.
  #if canImport(Darwin)
    private typealias Lock = os_unfair_lock
  #else
    private typealias Lock = pthread_mutex_t
  #endif

  private let lock: UnsafeMutablePointer<Lock>  // Stable address, as the lock needs it.
  private let table: UnsafeMutablePointer<Table>  // Guarded by `lock`; a pointer spares the exclusivity check of a class's variable.

  init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: Lock())
    #if !canImport(Darwin)
      pthread_mutex_init(lock, nil)
    #endif
    table = .allocate(capacity: 1)
    table.initialize(to: Table())
  }

  deinit {
    table.deinitialize(count: 1)
    table.deallocate()
    #if !canImport(Darwin)
      pthread_mutex_destroy(lock)
    #endif
    lock.deallocate()
  }

  @inline(__always)
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    write(body)
  }

  @inline(__always)
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    #if canImport(Darwin)
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
    #else
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    return body(table)
  }
}

/// A plain lock around a dictionary.
struct LockDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<LockTable>.work(at: point) }
}
