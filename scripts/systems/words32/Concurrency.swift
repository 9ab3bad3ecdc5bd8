// What the kernel uses of Swift's concurrency and of Dispatch: the library for small systems has neither.

package struct Task<Success, Failure: Error>: Sendable {
  package func cancel() {}
}

package struct TaskPriority: Sendable, Comparable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

package struct CheckedContinuation<Value, Failure: Error>: Sendable {
  package func resume() where Value == Void {}
}

public struct UnsafeCurrentTask: Hashable {
  let task: UnsafeRawPointer
}

public func withUnsafeCurrentTask<Value>(body: (UnsafeCurrentTask?) -> Value) -> Value { body(nil) }

package func withCheckedContinuation<Value>(_ body: (CheckedContinuation<Value, Never>) -> Void) async -> Value { fatalError() }
package func withTaskCancellationHandler<Value>(operation: () async -> Value, onCancel: @Sendable () -> Void) async -> Value { fatalError() }

struct DispatchSemaphore: Sendable {
  init(value: Int) {}
  func wait() {}
  func signal() {}
}
