import Synchronization

/// A table inside the standard library's mutex.
final class MutexTable: GuardedTable {
  private let table = Mutex(Table())

  init() {}

  @inline(__always)
  func read<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    write(body)
  }

  @inline(__always)
  func write<R: Sendable>(_ body: (UnsafeMutablePointer<Table>) -> R) -> R {
    table.withLock { table in withUnsafeMutablePointer(to: &table) { body($0) } }  // The pointer ends with the closure.
  }
}

/// `Synchronization.Mutex` around a dictionary.
struct MutexDictionary: Subject {
  func supports(_ point: Point) -> Bool { point.case.isDoneByHand }
  func work(at point: Point) -> Work { HandWritten<MutexTable>.work(at: point) }
}
