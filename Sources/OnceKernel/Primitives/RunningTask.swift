/// The task that runs some code, or no task; compared only while that code runs.
///
/// The runtime has no number for a task, so this is its address. While the code runs, its task cannot be freed, so no other task has that address.
/// What keeps one of these says when it may be compared.
@usableFromInline
package struct RunningTask: Equatable, Sendable {
  @usableFromInline let word: UInt

  @inlinable
  init(word: UInt) {
    self.word = word
  }

  /// No task.
  static let none = RunningTask(word: 0)

  /// Not asked for: where a transient is made in passing, that would cost as much as all else. No task has this address.
  @inlinable package static var unasked: RunningTask {
    @inline(__always) get { RunningTask(word: 1) }
  }

  /// The task that runs the caller.
  @inlinable package static var here: RunningTask {
    @inline(__always) get {
      withUnsafeCurrentTask { task in
        guard MemoryLayout<UnsafeCurrentTask?>.size == MemoryLayout<UInt>.size else {
          return RunningTask(word: UInt(bitPattern: task?.hashValue ?? 0))  // of the task that runs, which is alive
        }
        // unsafe: a reference of the same size, of which nil is 0; compared only.
        return RunningTask(word: unsafeBitCast(task, to: UInt.self))
      }
    }
  }
}
