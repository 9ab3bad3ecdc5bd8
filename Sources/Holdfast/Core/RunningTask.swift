/// The task that runs some code, or no task; compared only while that code runs.
///
/// The runtime has no number for a task, so this is the hash of its address. While the code runs, its task cannot be freed, so no other task has that
/// address. What keeps one of these says when it may be compared.
struct RunningTask: Equatable, Sendable {
  private let hash: Int

  /// The task that runs the caller.
  static var here: RunningTask { withUnsafeCurrentTask { RunningTask(hash: $0?.hashValue ?? 0) } }
}
