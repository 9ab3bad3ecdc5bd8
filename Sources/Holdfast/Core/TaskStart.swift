import OnceKernel

/// How the library starts a task that its caller then waits for.
enum TaskStart {
  /// How deep builds may be nested that begin on their caller's stack: the others begin on a stack of their own.
  private static let inlineDepth = 16

  /// Runs `body` in a task of its own, which the caller's cancellation does not reach, with the caller's task-local values.
  ///
  /// Up to its first suspension it runs on the calling thread, as `Task.immediate` does: a body that does not suspend then costs no change of thread,
  /// which is most of what a task costs. Where the caller has an actor, that is not kept busy by it.
  ///
  /// - Parameter depth: how many factories run inside each other here.
  static func waitedFor(
    depth: Int = 0, isolation: (any Actor)? = #isolation, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if isolation == nil, depth < inlineDepth, !Stack.isNearlyExhausted,
      #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    {
      return Task.immediate(operation: body)
    }
    return Task(operation: body)
  }
}

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
