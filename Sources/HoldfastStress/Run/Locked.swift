import Foundation

/// A value and its lock as one thing: the value is reached only through a closure that runs with the lock held.
///
/// The closure must be short and must not call out of the harness.
package final class Locked<Value>: @unchecked Sendable {  // unchecked: `value` is touched under `lock` only
  private let lock = NSLock()
  private var value: Value  // Guarded by `lock`.

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
