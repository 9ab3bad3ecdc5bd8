import Dispatch
import Holdfast
import OnceKernel
import TestSupport
import Testing

@Suite("Where a scope's asynchronous factories and disposers run")
struct TaskStartTests {
  private let container = Container()
  private let journal = Chronicle()

  @Test("A factory and a disposer that do not suspend run on the thread of the task that waits for them")
  func onCallersThread() async throws {
    try registerThreads()
    // A task of no actor.
    try await Task.detached { [container, journal] in
      try await container.withScope { scope in
        let here = Threads.currentNumber
        journal.note("\(try await scope.resolve(UInt.self) == here)")
      }
    }.value
    #expect(journal.all == ["true", "disposed"])
  }

  @Test("Disposers that find their actor busy suspend, each with the task that waits for it", .load)
  func busyActor() async throws {
    let clerk = Clerk()
    try container.register(
      Part.self, scope: .scoped(dispose: { _ in await clerk.count() }),
      .async { _ in
        await clerk.count()
        return Part("counted")
      })
    let rounds = 200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask { [container] in
          for _ in 1...rounds { try await container.withScope { scope in _ = try await scope.resolve(Part.self) } }
        }
      }
      try await group.waitForAll()
    }
    #expect(await clerk.counted == 2 * 8 * rounds)
    #expect(container.openScopes == 0)
  }

  @Test("What is the task's own is the task's own on its caller's thread too, and the caller has its own again")
  func taskLocals() async throws {
    let (journal, clerk) = (journal, Clerk())
    try container.register(
      Part.self, scope: .scoped(dispose: { _ in journal.note("disposer in \(Mark.current)") }),
      .async { _ in
        await Mark.$current.withValue("factory") {
          await clerk.count()
          journal.note("in \(Mark.current)")
        }
        return Part(Name(Mark.current))
      })
    try await Task.detached { [container] in
      let caller = withUnsafeCurrentTask { $0?.hashValue }
      try await Mark.$current.withValue("caller") {
        try await container.withScope { scope in journal.note("made in \(try await scope.resolve(Part.self).name)") }
        journal.note("back in \(Mark.current)")
      }
      journal.note("\(withUnsafeCurrentTask { $0?.hashValue } == caller)")
    }.value
    #expect(journal.all == ["in factory", "made in \"caller\"", "disposer in caller", "back in caller", "true"])
  }

  private enum Mark {
    @TaskLocal static var current = "none"
  }

  private actor Clerk {
    private(set) var counted = 0

    func count() { counted += 1 }
  }

  @Test("The main actor is not kept busy by them")
  @MainActor
  func besideMainActor() async throws {
    let (journal, mark) = (journal, DispatchSpecificKey<Bool>())
    DispatchQueue.main.setSpecific(key: mark, value: true)
    try container.register(
      Part.self, scope: .scoped(dispose: { _ in journal.note("\(DispatchQueue.getSpecific(key: mark) == true)") }),
      .async { _ in
        journal.note("\(DispatchQueue.getSpecific(key: mark) == true)")
        return Part("beside")
      })
    #expect(DispatchQueue.getSpecific(key: mark) == true)
    try await container.withScope { scope in _ = try await scope.resolve(Part.self) }
    #expect(journal.all == ["false", "false"])
  }

  @Test("What cancels the task that ends a scope does not cancel its disposers, on whatever thread they run")
  func notCancelled() async throws {
    let (journal, gate) = (journal, Gate("disposer"))
    try container.register(
      Part.self,
      scope: .scoped(dispose: { _ in
        journal.note("\(Task.isCancelled)")
        try await gate.pass()
        journal.note("\(Task.isCancelled)")
      }), factory: { _ in Part("kept") })
    let task = Task.detached { [container] in
      let scope = try container.openScope()
      _ = try scope.resolveNow(Part.self)
      withUnsafeCurrentTask { $0?.cancel() }
      await scope.end()
    }
    gate.open()
    try await task.value
    #expect(journal.all == ["false", "false"])
  }

  @Test("A chain of asynchronous scoped values may be longer than a stack has room for")
  func longChain() async throws {
    let container = container
    let length = 900
    try container.registerAll { batch in
      for number in 0..<length {
        batch.register(
          Int.self, named: Name("\(number)"), scope: .scoped,
          .async { r in number == 0 ? 0 : try await r.resolve(Int.self, named: Name("\(number - 1)")) + 1 })
      }
    }
    let last = try await Task.detached {
      try await container.withScope { scope in try await scope.resolve(Int.self, named: Name("\(length - 1)")) }
    }.value
    #expect(last == length - 1)
  }

  @Test("A factory that suspends does not hold up the task that joined its build")
  func suspends() async throws {
    let (container, gate, entered) = (container, Gate("factory"), Gate("entered"))
    try container.register(
      Part.self, scope: .scoped,
      .async { _ in
        entered.open()
        try await gate.pass()
        return Part("late")
      })
    let scope = try container.openScope()
    async let first = scope.resolve(Part.self)
    async let second = scope.resolve(Part.self)
    try await entered.pass()
    gate.open()
    let both = try await (first, second)
    #expect(both.0 === both.1)
    await scope.end()
  }

  private func registerThreads() throws {
    let journal = journal
    try container.register(
      UInt.self, scope: .scoped(dispose: { _ in journal.note("disposed") }), .async { _ in Threads.currentNumber })
  }
}
