import OnceKernel

/// How the library starts a task that its caller then waits for.
enum TaskStart {
  /// How deep builds may be nested that begin on their caller's stack: the others begin on a stack of their own.
  private static let inlineDepth = 16

  /// Runs `body` in a task of its own, which the caller's cancellation does not reach.
  ///
  /// With the caller's task-local values it runs on the calling thread up to its first suspension, as `Task.immediate` does: a body that does not
  /// suspend then costs no change of thread, which is most of what a task costs. Where the caller has an actor, that is not kept busy by it.
  ///
  /// - Parameters:
  ///   - inherits: whether it has the caller's task-local values.
  ///   - depth: how many factories run inside each other here.
  // Of any result, and `sending`, as `Task.immediate` is: a closure of another type would be wrapped in one more, on the heap.
  // Always inlined: in a loop, with its closure, the compiler inlines `Task.immediate` too, and then sees that no executor is preferred. Otherwise
  // even that is noted in the task, which costs as much as a third of the task.
  @inline(__always)
  static func waitedFor<Success: Sendable>(
    inherits: Bool = true, depth: Int = 0, isolation: (any Actor)?, _ body: sending @escaping @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard inherits else { return Task.detached(priority: Task.currentPriority, operation: body) }
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
  /// Lends the calling task's priority to the task of `attempt`, if it has one. No part of what suspends, as `Core.start`.
  @inline(never)
  static func lendPriority(to attempt: Attempt) {
    let priority = Task.currentPriority
    attempt.task(lending: priority).map { raise($0, to: priority) }
  }

  static func raise(_ task: Task<Void, Never>, to priority: TaskPriority) {
    if Mutant.priorityStays.isActive { return }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task.escalatePriority(to: priority)
    } else {
      // A task of the wanted priority that awaits another one lends it its priority.
      Task.detached(priority: priority) { await task.value }
    }
  }
}
