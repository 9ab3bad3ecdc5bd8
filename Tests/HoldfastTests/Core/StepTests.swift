// Looks inside, which only debug builds allow. There are no threads in it, so that one build is enough.
#if DEBUG
  @testable import Holdfast
  import OnceKernel
  import Testing

  @Suite("What a caller does at a cell")
  struct StepTests {
    private let container = Container()

    /// Its step, in a word.
    private func step(_ mode: OnceCell.Mode = .blocking, depth: Int = 0) throws -> (String, Attempt?) {
      let core = container.core
      let cell = try #require(core.cell(for: AnyKey(Int.self)))
      let caller = Holdfast.Caller(Requester(run: nil, depth: depth), parking: mode == .blocking ? core.thread : nil)
      let executor = core.executor(of: cell.registration, core.steps(of: cell.registration))
      let step = try core.next(after: .ask, at: cell, of: cell.registration, for: caller, on: executor)
      return (Self.word(step), Self.attempt(step))
    }

    fileprivate static func word(_ step: Step) -> String {
      switch step {
      case .ask: "ask"
      case .take: "take"
      case .run: "run"
      case .start: "start"
      case .claim: "claim"
      case .wait: "wait"
      case .forget: "forget"
      }
    }

    private static func attempt(_ step: Step) -> Attempt? {
      switch step {
      case .run(let attempt), .start(let attempt), .claim(let attempt), .wait(_, let attempt, _): attempt
      case .ask, .take, .forget: nil
      }
    }

    @Test("The first builds, the next wait for it, and then all take what it made", arguments: [OnceCell.Mode.blocking, .suspending])
    func once(_ mode: OnceCell.Mode) throws {
      try container.register(Int.self) { _ in 1 }
      let (first, attempt) = try step(mode)
      let (second, awaited) = try step(.suspending)
      #expect(first == "run" && second == "wait" && attempt != nil && attempt == awaited)
      let cell = try #require(container.core.cell(for: AnyKey(Int.self)))
      _ = cell.finish(try #require(attempt), Box(1))
      #expect(try step(mode).0 == "take" && container.resolve(Int.self) == 1)
    }

    @Test("After a failure the next one builds anew")
    func failed() throws {
      try container.register(Int.self) { _ in 1 }
      for _ in 1...2 { try fail(step()) }
    }

    @Test("A thread cannot build what needs a task, and takes it when it is there")
    func asynchronous() async throws {
      try container.register(Int.self, .async { _ in 1 })
      #expect(try failure { try step() }.code == .asyncOnly)
      _ = try await container.resolve(Int.self)
      #expect(try step().0 == "take")
    }

    @Test("Only the main actor's thread builds what is the main actor's")
    func mainActor() async throws {
      try container.register(Int.self, .mainActor { _ in 1 })
      let error = await Task.detached { try? failure { try step() } }.value
      #expect(error?.code == .mainActorOnly)
      try await MainActor.run { try fail(step()) }
    }

    @Test("A cancelled task takes what is there and builds nothing")
    func cancelled() async throws {
      try container.register(Int.self) { _ in 1 }
      let error = await inCancelledTask { try? failure { try step(.suspending) } }
      #expect(error?.code == .cancelled)
      _ = try container.resolveNow(Int.self)
      #expect(await inCancelledTask { try? step(.suspending).0 } == "take")
    }

    @Test("Nothing is built deeper than the limit")
    func deep() throws {
      try container.register(Int.self) { _ in 1 }
      #expect(try failure { try step(depth: Requester.depthLimit + 1) }.code == .tooDeep)
      try fail(step(depth: Requester.depthLimit))
    }

    /// Ends a build that has begun.
    private func fail(_ begun: (word: String, attempt: Attempt?)) throws {
      #expect(begun.word == "run")
      try #require(begun.attempt).fail(Unavailable())
    }

    private func inCancelledTask<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return body()
      }.value
    }
  }

  @Suite("What follows from an answer")
  struct StepTableTests {
    private let container = Container()
    private let instance = Box(1)

    /// What a cell answers, without the build and the waiter that are in it.
    enum Answer: CaseIterable {
      case ready, early, build, wait, mustSuspend, cycle, failed, overtaken
    }

    /// For each answer, what a thread does, then a task: of a build that any thread runs, that the main actor runs, that a task of its own runs.
    private static let expected: [Answer: [String]] = [
      .ready: ["take", "take", "take", "take", "take", "take"],
      .early: ["take", "take", "take", "take", "take", "take"],
      .build: ["run", "run", "run", "run", "start", "start"],
      .wait: ["wait", "wait", "wait", "wait", "wait", "wait"],
      .mustSuspend: ["asyncOnly", "claim", "asyncOnly", "asyncOnly", "claim", "asyncOnly"],
      .cycle: ["cycle", "cycle", "cycle", "cycle", "cycle", "cycle"],
      .failed: ["factoryFailed", "factoryFailed", "factoryFailed", "factoryFailed", "factoryFailed", "factoryFailed"],
      .overtaken: ["factoryFailed", "factoryFailed", "factoryFailed", "factoryFailed", "factoryFailed", "factoryFailed"],
    ]

    @Test("What a cell answers says what a thread does, and what a task does", arguments: Answer.allCases)
    func entries(_ answer: Answer) throws {
      let recipe = try registration()
      let found = try [OnceCell.Mode.blocking, .suspending].flatMap { mode in
        try [BuildExecutor.anyThread, .mainActor, .ownTask].map { executor in
          let entry = try entry(answer)
          return Self.word { () throws(ResolutionError) in try container.core.step(after: entry, of: recipe, on: executor, mode) }
        }
      }
      #expect(found == Self.expected[answer])
    }

    @Test("The outcome of a wait says what follows")
    func outcomes() throws {
      let recipe = try registration()
      let outcomes: [Waiter.Outcome] = [.ready(instance), .retry, .cancelled, .failed(Unavailable()), .overtaken(Unavailable())]
      let found = outcomes.map { outcome in
        Self.word { () throws(ResolutionError) in try container.core.step(after: outcome, of: recipe) }
      }
      #expect(found == ["take", "ask", "cancelled", "factoryFailed", "factoryFailed"])
    }

    @Test("An object that was only watched, and was released, is forgotten")
    func released() throws {
      try container.register(Watched.self, scope: .weak) { _ in Watched() }
      let recipe = try #require(container.core.registration(for: AnyKey(Watched.self)))
      let box = recipe.instance(of: Watched())
      let steps = [
        Self.word { () throws(ResolutionError) in
          try container.core.step(after: OnceCell.Entry.ready(box), of: recipe, on: .anyThread, .blocking)
        },
        Self.word { () throws(ResolutionError) in try container.core.step(after: Waiter.Outcome.ready(box), of: recipe) },
      ]
      #expect(steps == ["forget", "forget"])
    }

    private func registration() throws -> Registration {
      let key = AnyKey(Int.self)
      if let known = container.core.registration(for: key) { return known }
      try container.register(Int.self) { _ in 1 }
      return try #require(container.core.registration(for: key))
    }

    private func entry(_ answer: Answer) throws -> OnceCell.Entry {
      let cell = OnceCell(.shared, subject: try registration())
      let build = cell.ask(for: nil, depth: 0, mode: .blocking, buildsAsynchronously: false)
      guard case .build(let attempt) = build else { throw Unavailable() }
      let waiting = cell.ask(for: nil, depth: 0, mode: .suspending, buildsAsynchronously: false)
      defer { attempt.fail(Unavailable()) }
      switch answer {
      case .ready: return .ready(instance)
      case .early: return .early(instance)
      case .build: return build
      case .wait: return waiting
      case .mustSuspend: return .mustSuspend(attempt)
      case .cycle: return .cycle([attempt])
      case .failed: return .failed(Unavailable())
      case .overtaken: return .overtaken(Unavailable())
      }
    }

    /// The name of a step, or of the error that is thrown in its place.
    private static func word(_ step: () throws(ResolutionError) -> Step) -> String {
      do throws(ResolutionError) { return StepTests.word(try step()) } catch { return "\(error.code)" }
    }
  }

  private final class Watched: Sendable {}
  private struct Unavailable: Error {}
#endif
