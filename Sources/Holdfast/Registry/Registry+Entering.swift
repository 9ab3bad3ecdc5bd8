import OnceKernel

extension Registry {
  /// Runs `body` as the registry, from any thread or task.
  nonisolated func enter<Result: Sendable>(_ body: @escaping @Sendable (isolated Registry) -> Result) -> Result {
    // In a structure: a bare closure as a generic argument is wrapped in another one, which takes memory.
    enter(with: Step(body: body)) { registry, step in step.body(registry) }
  }

  private struct Step<Result: Sendable>: Sendable {
    let body: @Sendable (isolated Registry) -> Result
  }

  /// Runs `body` as the registry, with something to work on: a closure that captures nothing takes no memory.
  nonisolated func enter<Subject: Sendable, Result: Sendable>(
    with subject: Subject, _ body: @escaping @Sendable (isolated Registry, Subject) -> Result
  ) -> Result {
    if Mutant.manyWriters.isActive { return assumeIsolated { body($0, subject) } }
    executor.begin()
    defer { executor.end() }
    #if DEBUG
      return assumeIsolated { body($0, subject) }
    #else
      return withUnsafeBytes(of: Isolated(body: body)) { closure in
        // unsafe: the lock is held, which is what `isolated` asks for; `assumeIsolated` would ask again, which costs as much as a change.
        // The closure is looked at where it lies: a cast would wrap it in one on the heap.
        closure.load(as: Unisolated<Subject, Result>.self).body(self, subject)
      }
    #endif
  }

  private struct Isolated<Subject, Result> {
    let body: @Sendable (isolated Registry, Subject) -> Result
  }

  private struct Unisolated<Subject, Result> {
    let body: @Sendable (Registry, Subject) -> Result
  }
}
