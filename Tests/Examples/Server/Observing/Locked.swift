import Foundation

/// A value that only one thread reaches at a time.
///
/// Around `NSLock`: the thread sanitizer cannot see into the slow path of `Mutex` on Linux.
package final class Locked<Value: Sendable>: @unchecked Sendable {  // unchecked: `value` is touched under the lock only
  private let lock = NSLock()
  /// Guard: `lock`.
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
