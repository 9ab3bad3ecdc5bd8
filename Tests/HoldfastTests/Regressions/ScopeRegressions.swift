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

    @Test("A lazy reference and a provider that were wired in a scope belong to it")
    func wired() throws {
      final class Wired: Sendable {
        let lazy: Lazy<One>
        let provider: Provider<One>

        init(lazy: Lazy<One>, provider: Provider<One>) {
          self.lazy = lazy
          self.provider = provider
        }
      }
      let container = Container()
      try container.register(One.self, scope: .scoped) { _ in One() }
      try container.register(Wired.self, scope: .scoped, wiring: Wired.init)
      try container.withScope { scope in
        let (wired, one) = (try scope.resolveNow(Wired.self), try scope.resolveNow(One.self))
        #expect(try wired.lazy.value() === one)
        #expect(try wired.provider() === one)
      }
    }

    @Test("A scope hands out what was asked for while registrations are replaced, whose memory is used again")
    func reused() async throws {
      //       one thread                      | another one
      // --------------------------------------+--------------------------------------------
      // finds the registration of "first"     |
      //                                       | replaces it, so that it is freed
      //                                       | registers "second", at the same address
      //                                       | resolves "second": the scope has it there
      // looks for that address in the scope   |
      let container = Container()
      let register: @Sendable (Name) throws -> Void = { name in
        try container.register(Tagged.self, named: name, scope: .scoped) { _ in Tagged(tag: name.text) }
      }
      try register("first")
      for _ in 0..<20 {
        try await container.withScope { scope in
          let asking = Pending.onThread { () throws -> Set<String> in
            try Set((0..<50).map { _ in try scope.resolve(Tagged.self, named: "first").tag })
          }
          for _ in 0..<50 {
            try register("first")
            try register("second")
            #expect(try scope.resolveNow(Tagged.self, named: "second").tag == "second")
          }
          #expect(try await asking.value() == ["first"])
        }
      }
    }

    private static func work(in container: Container) throws {
      try container.withScope { scope in _ = try scope.resolve(Tagged.self, named: "second") }
    }
  }
}
