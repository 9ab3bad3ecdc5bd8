import Dispatch

/// A table behind a concurrent queue: reads enter it together, writes as barriers.
final class QueueTable: GuardedTable, @unchecked Sendable {  // The table is read on the queue, changed on it by barriers only.
  private let queue = DispatchQueue(label: "contention.table", attributes: .concurrent)
  private let table: UnsafeMutablePointer<Table>  // Guarded by `queue`; a pointer spares the exclusivity check of a class's variable.

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
    queue.sync { body(table) }
  }

  @inline(__always)
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    queue.sync(flags: .barrier) { body(table) }
  }
}

/// A concurrent queue around a dictionary; writes are barriers.
struct QueueDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<QueueTable>.work(at: point) }
}
