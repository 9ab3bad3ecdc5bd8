import Holdfast
import Testing

extension Regressions {
  @Suite("Scopes")
  struct ScopeRegressions {
    @Test("The disposers of a scope whose task was cancelled run uncancelled")
    func cancelled() async throws {
      let (container, journal, inside) = (Container(), Chronicle(), Gate("inside the scope"))
      try container.register(
        One.self, scope: .scoped,
        dispose: { _ in
          try Task.checkCancellation()
          journal.note("closed")
        }, factory: { _ in One() })
      let caller = Pending.inTask {
        await container.withScope { scope in
          _ = try? await scope.resolve(One.self)
          inside.open()
          while !Task.isCancelled { await Task.yield() }
        }
      }
      try await inside.pass()
      caller.cancel()
      try await caller.value(within: patience)
      #expect(journal.all == ["closed"])
      #expect(try await container.shutdown().isClean)
    }

    @Test("A scope around synchronous work disposes one instance after the other, the last created first")
    func order() async throws {
      let (container, journal) = (Container(), Chronicle())
      try container.register(
        Tagged.self, named: "first", scope: .scoped, dispose: { _ in journal.note("first") }, factory: { _ in Tagged(tag: "first") })
      try container.register(
        Tagged.self, named: "second", scope: .scoped,
        dispose: { _ in
          for _ in 0..<200 { await Task.yield() }
          journal.note("second")
        },
        factory: { r in
          _ = try r.resolve(Tagged.self, named: "first")
          return Tagged(tag: "second")
        })
      try Self.work(in: container)
      try await container.shutdown()
      #expect(journal.all == ["second", "first"])
    }

    @Test("What is still being built when its scope ends is disposed of too")
    func builtLate() async throws {
      let (container, journal) = (Container(), Chronicle())
      let (starts, go) = (Gate("the value is being built"), Gate("go"))
      try container.register(
        One.self, scope: .scoped, dispose: { _ in journal.note("closed") },
        async: { _ in
          starts.open()
          try await go.pass()
          return One()
        })
      // scope's end      | build
      // -----------------+-------------------
      //                  | starts, waits
      // begins           |
      //                  | goes on, ends
      // waits for it     |
      let scope = Pending.inTask {
        try await container.withScope { scope in
          let build = Pending.inTask { _ = try await scope.resolve(One.self) }
          try await starts.pass()
          return build
        }
      }
      try await starts.pass()
      for _ in 0..<1000 where !scope.isSettled { await Task.yield() }
      go.open()
      try await scope.value(within: patience).value(within: patience)
      try await container.shutdown()
      #expect(journal.all == ["closed"])
    }

    private static func work(in container: Container) throws {
      try container.withScope { scope in _ = try scope.resolve(Tagged.self, named: "second") }
    }
  }
}
