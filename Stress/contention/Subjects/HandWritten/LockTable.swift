/// A table behind the platform's plain lock.
final class LockTable: GuardedTable, @unchecked Sendable {  // The table is touched with the lock held only.
  private let lock = PlainLock()
  private let table: UnsafeMutablePointer<Table>  // Guarded by `lock`; a pointer spares the exclusivity check of a class's variable.

  init() {
    table = .allocate(capacity: 1)
    table.initialize(to: Table())
  }

  deinit {
    table.deinitialize(count: 1)
    table.deallocate()
  }

  @inline(__always)
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    write(body)
  }

  @inline(__always)
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    lock.withLock { body(table) }
  }
}

/// A plain lock around a dictionary.
struct LockDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<LockTable>.work(at: point) }
}
