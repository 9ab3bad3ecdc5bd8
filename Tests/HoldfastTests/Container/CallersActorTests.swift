import Dispatch
import Holdfast
import Synchronization
import Testing

/// What is asynchronous stays on its caller's actor until it has to wait: each way off it and back would cost microseconds.
@Suite("The caller's actor")
struct CallersActorTests {
  private protocol Clock: Sendable {}
  private struct LiveClock: Clock {}

  /// Runs its actor's jobs on a queue, and counts them.
  private final class CountingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "callers-actor")
    private let count = Atomic(0)

    var jobs: Int { count.load(ordering: .sequentiallyConsistent) }

    func enqueue(_ job: consuming ExecutorJob) {
      count.add(1, ordering: .sequentiallyConsistent)
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private actor Caller {
    private let executor = CountingExecutor()
    private var turns = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How often the actor was left and entered again.
    private func hops(_ body: nonisolated(nonsending) () async throws -> Void) async rethrows -> Int {
      let before = executor.jobs
      try await body()
      return executor.jobs - before
    }

    func hitting(_ container: Container) async throws -> Int {
      _ = try await container.resolve((any Clock).self)
      return try await hops { _ = try await container.resolve((any Clock).self) }
    }

    func openingScopes(of container: Container) async -> Int {
      await hops {
        await container.withScope { scope async in
          turns += 1
          await scope.withScope { _ async in turns += 1 }
        }
      }
    }

    func resolvingInScopes(of container: Container) async throws -> Int {
      try await hops {
        try await container.withScope { scope in
          let token = try await scope.resolve(Token.self)
          #expect(try await scope.resolve(Token.self) === token)
          turns += 1
        }
      }
    }

    func makingCurrent(_ container: Container) async throws -> Int {
      try await hops {
        try await container.withCurrent {
          _ = try await Container.currentResolver().resolve(ResolutionRequest(Key((any Clock).self)))
          turns += 1
        }
      }
    }

    /// Those within the operation: the end of a layer, which has disposers to wait for, may be elsewhere.
    func overriding(_ container: Container) async throws -> Int {
      var within = 0
      try await container.withOverrides({ $0.register((any Clock).self, instance: LiveClock()) }) {
        let entered = executor.jobs
        _ = try await container.resolve((any Clock).self)
        turns += 1
        within = executor.jobs - entered
      }
      return within
    }

    var operationsRun: Int { turns }
  }

  private final class Token: Sendable {}

  @Test("Hits, scopes, current containers and layers do not leave it")
  func stays() async throws {
    let (caller, container) = (Caller(), Container())
    try container.register((any Clock).self, instance: LiveClock())
    try container.register(Token.self, scope: .scoped) { _ in Token() }
    #expect(try await caller.hitting(container) == 0)
    #expect(await caller.openingScopes(of: container) == 0)
    #expect(try await caller.resolvingInScopes(of: container) == 0)
    #expect(try await caller.makingCurrent(container) == 0)
    #expect(try await caller.overriding(container) == 0)
    #expect(await caller.operationsRun == 5)
  }
}
