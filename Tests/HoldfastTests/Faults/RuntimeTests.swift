import Holdfast
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
          ask(as: $0.isMultiple(of: 4) ? .thread : .task) {
            try now()
          } async: {
            try now()
          }
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
        ask(as: $0.isMultiple(of: 2) ? .thread : .task) {
          try now()
        } async: {
          try now()
        }
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

    @TaskLocal static var request = "none"

    @Test("Case 70 A: a singleton that is built asynchronously does not capture the first caller's task-locals")
    func taskLocals() async throws {
      let (container, name) = (Container(), Name.fresh("request"))
      try container.register(
        String.self, named: name,
        async: { _ in
          await Task.yield()
          return Self.request
        })
      let (built, caller) = try await Self.$request.withValue("the first caller's") {
        (try await container.resolve(String.self, named: name), Self.request)
      }
      #expect(built == "none")
      #expect(caller == "the first caller's")
    }
  }
}
