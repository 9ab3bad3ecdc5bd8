#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A table behind a readers-writer lock.
final class RWLockTable: GuardedTable, @unchecked Sendable {  // The table is read under the read lock, changed under the write lock.
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>  // Stable address, as the lock needs it.
  private let table: UnsafeMutablePointer<Table>  // Guarded by `lock`; a pointer spares the exclusivity check of a class's variable.

  init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_rwlock_t())
    pthread_rwlock_init(lock, nil)
    table = .allocate(capacity: 1)
    table.initialize(to: Table())
  }

  deinit {
    table.deinitialize(count: 1)
    table.deallocate()
    pthread_rwlock_destroy(lock)
    lock.deallocate()
  }

  @inline(__always)
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    pthread_rwlock_rdlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return body(table)
  }

  @inline(__always)
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    pthread_rwlock_wrlock(lock)
    defer { pthread_rwlock_unlock(lock) }
    return body(table)
  }
}

/// A readers-writer lock around a dictionary.
struct RWLockDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<RWLockTable>.work(at: point) }
}
