import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("Cancellation")
  struct CancellationTests {
    private let container = Container()
    private let ledger = Ledger()
    private let name = Name.fresh("a")
    private let started = Gate("the build")
    private let go = Gate("go")

    /// Asks `count` times for a build that waits at `go`, and waits until all callers wait for it.
    ///
    /// - Parameter check: what the factory does when it may go on.
    private func herdAtGate(_ count: Int, check: @escaping @Sendable () throws -> Void = {}) async throws -> [Pending<Part>] {
      try container.register(Plan(name, ledger).gated(started: started, go: go).checking { _ in try check() }, as: .tasks)
      let first = ask(container, name, as: .task)
      try await started.pass()
      let callers = [first] + (1..<count).map { _ in ask(container, name, as: .task) }
      try await joined(count, on: name)
      return callers
    }

    /// Cancels one of five waiters; the rest gets what was built all the same, also by a factory that minds whether it is cancelled.
    private func cancelOne(_ index: Int) async throws {
      let callers = try await herdAtGate(5, check: { try Task.checkCancellation() })
      callers[index].cancel()
      #expect(try await callers[index].error().code == .cancelled)
      #expect(waiters(of: name) == 4)
      go.open()
      for (other, caller) in callers.enumerated() where other != index { #expect(try await caller.value().build == 1) }
      #expect(ledger.builds(name) == 1)
      #expect(container.peek(Part.self, named: name) != nil)
    }

    @Test("Case 20 A: one waiter is cancelled, it throws promptly and the build goes on")
    func oneWaiter() async throws { try await cancelOne(3) }

    @Test("Case 21 A: the first caller is cancelled, it throws promptly and the build goes on")
    func firstCaller() async throws { try await cancelOne(0) }

    @Test("Case 20 A: a waiter for a synchronous build is cancelled, the build goes on")
    func waiterOfSynchronousBuild() async throws {
      try container.register(Plan(name, ledger).gated(started: started, go: go), as: .threads)
      let builder = ask(container, name, as: .thread)
      try await started.pass()
      let waiter = ask(container, name, as: .task)
      try await joined(1, on: name)
      waiter.cancel()
      #expect(try await waiter.error().code == .cancelled)
      #expect(!builder.isSettled)
      go.open()
      #expect(try await builder.value().build == 1)
    }

    @Test("Case 22 A: when all waiters are cancelled the build is cancelled, and the next resolve builds again")
    func allWaiters() async throws {
      let cancelled = Gate("the factory is cancelled")
      try container.register(
        Part.self, named: name,
        .async { [ledger, name, started, go] _ in
          let build = ledger.begin(name)
          if build == 1 {
            started.open()
            try await withTaskCancellationHandler {
              try await go.pass()
            } onCancel: {
              cancelled.open()
            }
            try Task.checkCancellation()
          }
          return Part(name, build: build)
        })
      let first = ask(container, name, as: .task)
      try await started.pass()
      let second = ask(container, name, as: .task)
      try await joined(2, on: name)
      first.cancel()
      #expect(try await first.error().code == .cancelled)
      #expect(!cancelled.isOpen)
      second.cancel()
      #expect(try await second.error().code == .cancelled)
      try await cancelled.pass()
      #expect(waiters(of: name) == -1)
      #expect(container.peek(Part.self, named: name) == nil)
      #expect(try await ask(container, name, as: .task).value().build == 2)
      go.open()
      #expect(try await ask(container, name, as: .task).value().build == 2)
    }

    /// ```
    ///   first build                 second build
    ///   factory 1 starts
    ///   its waiter is cancelled
    ///     (goes on regardless)      factory 2 starts and is published
    ///   factory 1 returns           its value is disposed of, no caller gets it
    /// ```
    @Test("Case 22 A: a factory that ignores its cancellation is abandoned, its value disposed, never published")
    func abandoned() async throws {
      let (disposed, disposals) = (Gate("the value is disposed of"), Guarded<[Int]>([]))
      try container.register(
        Part.self, named: name,
        scope: .singleton(dispose: { part in
          disposals.withLock { $0.append(part.build) }
          disposed.open()
        }),
        .async { [ledger, name, started, go] _ in
          let build = ledger.begin(name)
          started.open()
          if build == 1 { try await go.pass() }
          return Part(name, build: build)
        })
      let first = ask(container, name, as: .task)
      try await started.pass()
      first.cancel()
      #expect(try await first.error().code == .cancelled)
      let second = try await ask(container, name, as: .task).value()
      #expect(second.build == 2)
      go.open()
      try await disposed.pass()
      #expect(disposals.withLock { $0 } == [1])
      #expect(try await container.resolve(Part.self, named: name) === second)
    }

    @Test("Case 23 A: cancellation races completion, there is exactly one outcome")
    func race() async throws {
      for _ in 0..<300 {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
        let (started, go) = (Gate("the build"), Gate("go"))
        try container.register(Plan(name, ledger).gated(started: started, go: go), as: .tasks)
        let (stays, leaves) = (ask(container, name, as: .task), ask(container, name, as: .task))
        try await started.pass()
        try await joined(2, on: name)
        let cancelling = Pending.inTask { leaves.cancel() }
        go.open()
        try await cancelling.value()
        let part = try await stays.value()
        switch try await leaves.result() {
        case .success(let other): #expect(other === part)
        case .failure(let error): #expect((error as? ResolutionError)?.code == .cancelled)
        }
        #expect(ledger.builds(name) == 1)
      }
    }

    @Test("Case 24 A: a caller that is cancelled already gets a ready value", arguments: [Form.tasks, .threads])
    func cancelledHit(_ form: Form) async throws {
      try container.register(Plan(name, ledger), as: form)
      let part = try await container.resolve(Part.self, named: name)
      let gate = Gate("cancelled")
      let caller = ask(container, name, as: .task, after: gate)
      caller.cancel()
      gate.open()
      #expect(try await caller.value() === part)
    }

    @Test("Case 24 A: a caller that is cancelled already throws on a miss and builds nothing", arguments: [Form.tasks, .threads])
    func cancelledMiss(_ form: Form) async throws {
      try container.register(Plan(name, ledger), as: form)
      let gate = Gate("cancelled")
      let caller = ask(container, name, as: .task, after: gate)
      caller.cancel()
      gate.open()
      #expect(try await caller.error().code == .cancelled)
      #expect(ledger.builds(name) == 0)
    }

    @Test("Case 25 A: the value of a factory that ignores cancellation is kept while anyone still waits")
    func keptForTheLast() async throws {
      let callers = try await herdAtGate(3)
      for caller in callers.dropLast() {
        caller.cancel()
        #expect(try await caller.error().code == .cancelled)
      }
      go.open()
      let part = try await callers[2].value()
      #expect(part.build == 1)
      #expect(container.peek(Part.self, named: name) === part)
      #expect(ledger.builds(name) == 1)
    }
  }
}
