import Dispatch
import Holdfast
import HoldfastCompatibility
import OnceKernel
import Testing

extension Faults {
  @Suite("Optionals made from arguments")
  struct OptionalArgumentTests {
    @Test("Case 109 A: a task that awaits an Optional made from arguments suspends", arguments: [false, true])
    func suspends(isNested: Bool) async throws {
      let (container, name) = (Container(), Name.fresh("part"))
      let (started, go) = (Gate("the build starts"), Gate("the build goes on"))
      try container.register(
        Part.self, named: name,
        .factory(taking: Int.self) { _, number in
          started.open()
          try go.block()
          return Part(name, build: number)
        })
      let builder: Pending<Part> = .onThread {
        let part: Part = try container.resolve(named: name, with: 1)
        return part
      }
      try await started.pass()

      // Both tasks have one thread: while the first one waits, the second one can run only if the first one gave the thread back.
      let lane = OneThread()
      let waiter: Pending<Part> = .inTask(on: lane) {
        if isNested {
          let part = try await container.resolve(Part??.self, named: name, with: 1)
          return try #require(part.flatMap { $0 })
        }
        let part = try await container.resolve(Part?.self, named: name, with: 1)
        return try #require(part)
      }
      try await Timeout.until("a waiter for \(name)") {
        BuildInFlight.all.contains { build in
          guard let key = (build.subject as? Registration)?.key else { return false }
          return key.valueType == Part.self && key.name == name && build.waiters > 0
        }
      }
      let opener: Pending<Void> = .inTask(on: lane) { go.open() }
      try await opener.value()
      let part = try await builder.value()
      #expect(try await waiter.value() === part)
    }
  }

  @Suite("Optionals made from arguments, through others")
  struct OptionalArgumentChainTests {
    @Test("An Optional made from arguments is found through a chain")
    func chain() async throws {
      let container = try Container { $0.register(String.self, .factory(taking: Int.self) { _, number in "\(number)" }) }
      let chain = ResolverChain([Container(), container])
      func now() throws -> String? { try chain.resolve(String?.self, with: 1) }
      #expect(try now() == "1")
      let later = try await chain.resolve(String?.self, with: 2)
      #expect(later == "2")
    }
  }

  @Suite("Arguments on the main actor")
  struct MainActorArgumentTests {
    @Test("What is made from arguments and injected on the main actor is awaited from anywhere")
    func transient() async throws {
      let container = Container()
      try container.register(Part.self, scope: .transient, .factory(taking: Int.self) { _, number in Part("a", build: number) })
        .registerInjector(Part.self, mainActor: { _, _ in MainActor.assertIsolated() })
      let part = try await Pending<Part>.inTask { try await container.resolve(Part.self, with: 7) }.value()
      #expect(part.build == 7)
    }
  }
}

/// Runs the jobs of all its tasks on one thread, one after the other.
private final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "one thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
