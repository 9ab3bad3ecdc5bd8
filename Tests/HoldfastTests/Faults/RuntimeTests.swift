import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("The runtime")
  struct RuntimeTests {
    @Test("Case 67 M: more tasks than cores and as many threads resolve a cold asynchronous key synchronously: an error at once")
    func coldAsyncKey() async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let (started, go) = (Gate("the build"), Gate("go"))
      try container.register(Plan(name, ledger).gated(started: started, go: go), as: .tasks)
      let now: @Sendable () throws -> Part = { try container.resolveNow(Part.self, named: name) }
      func expectErrors() async throws {
        let callers = (0..<64).map {
          ask(as: $0.isMultiple(of: 4) ? .thread : .task, now)
        }
        for caller in callers { #expect(try await caller.error().code == .asyncOnly) }
      }
      try await expectErrors()
      #expect(ledger.builds(name) == 0)
      let builder = ask(container, name, as: .task)
      try await started.pass()
      try await expectErrors()
      go.open()
      let part = try await builder.value()
      let callers = (0..<8).map {
        ask(as: $0.isMultiple(of: 2) ? .thread : .task, now)
      }
      for caller in callers { #expect(try await caller.value() === part) }
    }

    /// ```
    ///   task                        thread                      another thread
    ///   factory of a starts
    ///                               waits for a                 factory of b starts
    ///   factory of a returns        returns                       (still runs)
    /// ```
    @Test("Case 68 M: a synchronous wait lasts no longer than the one build it waits for", arguments: Form.mixes)
    func oneBuild(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let (started, go) = (names.map { _ in Gate("a build") }, names.map { _ in Gate("go") })
      for index in 0..<2 {
        try container.register(Plan(names[index], ledger).gated(started: started[index], go: go[index]), as: form)
      }
      let builder = ask(container, names[0], as: form.caller(0))
      try await started[0].pass()
      let waiter = ask(container, names[0], as: .thread)
      try await joined(1, on: names[0])
      let other = ask(container, names[1], as: .thread)
      try await started[1].pass()
      go[0].open()
      let part = try await builder.value()
      #expect(try await waiter.value() === part)
      #expect(!other.isSettled)
      go[1].open()
      _ = try await other.value()
    }

    @Test("Case 69 A: a waiter of high priority raises the priority of the build")
    func priority() async throws {
      let (container, name) = (Container(), Name.fresh("a"))
      let (started, go) = (Gate("the build"), Gate("go"))
      let seen = Guarded<[TaskPriority]>([])
      try container.register(
        Part.self, named: name,
        .async { _ in
          seen.withLock { $0.append(Task.currentPriority) }
          started.open()
          try await go.pass()
          // A waiter is counted when it has joined, and lends its priority a moment later.
          try await Timeout.until("the build's priority is raised") { Task.currentPriority >= .high }
          seen.withLock { $0.append(Task.currentPriority) }
          return Part(name)
        })
      func ask(_ priority: TaskPriority) -> Pending<Part> {
        let caller = Pending<Part>()
        Task.detached(priority: priority) { await caller.run { try await container.resolve(Part.self, named: name) } }
        return caller
      }
      let first = ask(.background)
      try await started.pass()
      let second = ask(.high)
      try await joined(2, on: name)
      go.open()
      #expect(try await first.value() === second.value())
      let priorities = seen.withLock { $0 }
      #expect(priorities[0] < .high)
      #expect(priorities[1] >= .high)
    }

    @TaskLocal static var request = "none"

    @Test("Case 70 A: a singleton that is built asynchronously does not capture the first caller's task-locals")
    func taskLocals() async throws {
      let (container, name) = (Container(), Name.fresh("request"))
      try container.register(
        String.self, named: name,
        .async { _ in
          await Task.yield()
          return Self.request
        })
      let (built, caller) = try await Self.$request.withValue("the first caller's") {
        (try await container.resolve(String.self, named: name), Self.request)
      }
      #expect(built == "none")
      #expect(caller == "the first caller's")
    }

    @Test("Case 71 M: a factory of the main actor is refused to a caller that resolves it synchronously elsewhere", arguments: Form.mixes)
    func mainActorFactory(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(
        Part.self, named: name,
        .mainActor { _ in
          MainActor.preconditionIsolated()
          return Part(name, build: ledger.begin(name))
        })
      let now: @Sendable () throws -> Part = { try container.resolveNow(Part.self, named: name) }
      for index in 0..<4 { #expect(try await ask(as: form.caller(index), now).error().code == .mainActorOnly) }
      #expect(ledger.builds(name) == 0)
      let part = try await container.resolve(Part.self, named: name)
      for index in 0..<4 { #expect(try await ask(as: form.caller(index), now).value() === part) }
      #expect(try await MainActor.run { try now() } === part)
    }

    /// ```
    ///   a thread or task               the main actor
    ///   factory of a starts
    ///                                  waits for a, synchronously
    ///   needs b, of the main actor: an error, which both get
    /// ```
    @Test("Case 72 M: the main actor that waits synchronously for what needs the main actor gets an error", arguments: Form.mixes)
    func mainActorWaits(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let (started, go) = (Gate("the build"), Gate("go"))
      try container.register(Plan(names[0], ledger, needs: [names[1]]).gated(started: started, go: go), as: form)
      try container.register(Part.self, named: names[1], .mainActor { _ in Part(names[1]) })
      let builder = ask(as: form.caller(0)) { try container.resolveNow(Part.self, named: names[0]) }
      try await started.pass()
      let main = Pending<Part>()
      Task { @MainActor in await main.run { @MainActor in try container.resolveNow(Part.self, named: names[0]) } }
      try await joined(1, on: names[0])
      go.open()
      for error in [try await builder.error(), try await main.error()] {
        #expect(error.code == .mainActorOnly)
        #expect(error.path == keys(names[0], names[1]))
      }
    }

    @Test("Case 72 M: the main actor asks synchronously for what a task builds with the main actor's help", arguments: Form.mixes)
    func mainActorAsksAsync(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(2))
      let (started, go) = (Gate("the build"), Gate("go"))
      try container.register(Plan(names[0], ledger, needs: [names[1]]).gated(started: started, go: go), as: .tasks)
      try container.register(Part.self, named: names[1], .mainActor { _ in Part(names[1]) })
      let builder = ask(container, names[0], as: .task)
      try await started.pass()
      let error = await MainActor.run { Result { try container.resolveNow(Part.self, named: names[0]) } }
      #expect(throws: (any Error).self) { try error.get() }
      #expect(try await ask(as: form.caller(0)) { try container.resolveNow(Part.self, named: names[0]) }.error().code == .asyncOnly)
      go.open()
      #expect(try await builder.value().parts.count == 1)
    }
  }
}
