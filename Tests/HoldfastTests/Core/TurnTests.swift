// Looks inside, which only debug builds allow. There are no threads in it, so that one build is enough.
#if DEBUG
  @testable import Holdfast
  import OnceKernel
  import Testing

  @Suite("What a caller does at a cell")
  struct TurnTests {
    private let container = Container()

    /// Its turn, in a word.
    private func turn(_ mode: OnceCell.Mode = .blocking, depth: Int = 0) throws -> (String, Attempt?) {
      let core = container.core
      let cell = try #require(core.cell(for: AnyKey(Int.self)))
      let requester = Requester(run: nil, depth: depth)
      let caller = Holdfast.Caller(requester, mode, in: core)
      let executor = core.executor(of: cell.registration, core.steps(of: cell.registration))
      switch try core.turn(at: cell, of: cell.registration, for: requester, as: caller, on: executor) {
      case .take: return ("take", nil)
      case .build(let attempt): return ("build", attempt)
      case .wait(_, let attempt, _): return ("wait", attempt)
      }
    }

    @Test("The first builds, the next wait for it, and then all take what it made", arguments: [OnceCell.Mode.blocking, .suspending])
    func once(_ mode: OnceCell.Mode) throws {
      try container.register(Int.self) { _ in 1 }
      let (first, attempt) = try turn(mode)
      let (second, awaited) = try turn(.suspending)
      #expect(first == "build" && second == "wait" && attempt != nil && attempt == awaited)
      let cell = try #require(container.core.cell(for: AnyKey(Int.self)))
      _ = cell.finish(try #require(attempt), Box(1))
      #expect(try turn(mode).0 == "take" && container.resolve(Int.self) == 1)
    }

    @Test("After a failure the next one builds anew")
    func failed() throws {
      try container.register(Int.self) { _ in 1 }
      for _ in 1...2 { try fail(turn()) }
    }

    @Test("A thread cannot build what needs a task, and takes it when it is there")
    func asynchronous() async throws {
      try container.register(Int.self, .async { _ in 1 })
      #expect(try failure { try turn() }.code == .asyncOnly)
      _ = try await container.resolve(Int.self)
      #expect(try turn().0 == "take")
    }

    @Test("Only the main actor's thread builds what is the main actor's")
    func mainActor() async throws {
      try container.register(Int.self, .mainActor { _ in 1 })
      let error = await Task.detached { try? failure { try turn() } }.value
      #expect(error?.code == .mainActorOnly)
      try await MainActor.run { try fail(turn()) }
    }

    @Test("A cancelled task takes what is there and builds nothing")
    func cancelled() async throws {
      try container.register(Int.self) { _ in 1 }
      let error = await inCancelledTask { try? failure { try turn(.suspending) } }
      #expect(error?.code == .cancelled)
      _ = try container.resolveNow(Int.self)
      #expect(await inCancelledTask { try? turn(.suspending).0 } == "take")
    }

    @Test("Nothing is built deeper than the limit")
    func deep() throws {
      try container.register(Int.self) { _ in 1 }
      #expect(try failure { try turn(depth: Requester.depthLimit + 1) }.code == .tooDeep)
      try fail(turn(depth: Requester.depthLimit))
    }

    /// Ends a build that has begun.
    private func fail(_ turn: (word: String, attempt: Attempt?)) throws {
      #expect(turn.word == "build")
      try #require(turn.attempt).fail(Unavailable())
    }

    private func inCancelledTask<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return body()
      }.value
    }
  }

  private struct Unavailable: Error {}
#endif
