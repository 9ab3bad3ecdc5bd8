/// Lends a waiting task's priority to the task of the build it waits for.
enum Escalation {
  static func raise(_ task: Task<Void, Never>, to priority: TaskPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task.escalatePriority(to: priority)
    } else {
      // A task of the wanted priority that awaits another one lends it its priority.
      Task.detached(priority: priority) { await task.value }
    }
  }
}
