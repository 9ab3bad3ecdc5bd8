import Holdfast
import Testing

extension Regressions {
  @Suite("Shutdown")
  struct ShutdownRegressions {
    @Test("A factory that would shut down, through another container, what waits for it is refused")
    func insideFactory() async throws {
      let (outer, inner) = (Container(), Container())
      try inner.register(
        Two.self,
        .async { _ in
          try await outer.shutdown(deadline: nil)
          return Two()
        })
      try outer.register(
        One.self,
        .async { _ in
          _ = try await inner.resolve(Two.self)
          return One()
        })
      let error = try await Pending.inTask { try await outer.resolve(One.self) }.code()
      #expect(error != nil)
      // Nothing was shut down.
      #expect(throws: Never.self) { try outer.register(Two.self) { _ in Two() } }
      _ = try await outer.resolve(Two.self)
    }

    @Test("Two containers whose disposers shut down each other come to an end")
    func insideDisposers() async throws {
      let (left, right) = (Container(), Container())
      try left.register(One.self, scope: .singleton(dispose: { _ in try await right.shutdown(deadline: nil) }), factory: { _ in One() })
      try right.register(One.self, scope: .singleton(dispose: { _ in try await left.shutdown(deadline: nil) }), factory: { _ in One() })
      _ = try left.resolveNow(One.self)
      _ = try right.resolveNow(One.self)
      let report = try await Pending.inTask { try await left.shutdown(deadline: nil) }.value(within: patience)
      #expect(report.isClean)
    }

    @Test("Who asks for a shutdown that is under way waits until it is over, and gets its report")
    func whileDisposing() async throws {
      let (container, disposes, go) = (Container(), Gate("the disposer runs"), Gate("go"))
      try container.register(
        One.self,
        scope: .singleton(dispose: { _ in
          disposes.open()
          try await go.pass()
          throw Mishap()
        }), factory: { _ in One() })
      _ = try container.resolveNow(One.self)
      let first = Pending.inTask { try await container.shutdown(deadline: nil) }
      try await disposes.pass()
      let second = Pending.inTask { try await container.shutdown(deadline: nil) }
      await second.expectWaiting("the first one still disposes")
      go.open()
      #expect(try await first.value(within: patience).failures.count == 1)
      #expect(try await second.value(within: patience).failures.count == 1)
    }

    private struct Mishap: Error {}

    @Test("A build from arguments is waited for, and may still resolve")
    func arguments() async throws {
      let (container, journal, name) = (Container(), Chronicle(), Name.fresh("feed"))
      let (starts, go) = (Gate("the feed is being built"), Gate("go"))
      try container.register(Noted.self, named: "client") { _ in Noted("client", journal) }
      try container.register(One.self) { _ in One() }
      try container.register(
        Noted.self, named: name,
        .factory(taking: Int.self) { r, _ in
          starts.open()
          try go.block()
          _ = try r.resolve(One.self)
          return Noted("feed", journal)
        })
      _ = try container.resolveNow(Noted.self, named: "client")
      let build = Pending.onThread { _ = try container.resolve(Noted.self, named: name, with: 1) }
      try await starts.pass()
      try await expectDrain(of: build, named: name, container, go)
      #expect(journal.all == ["feed", "client"])
    }

    @Test("A build in a scope is waited for, and may still resolve")
    func scoped() async throws {
      let (container, name) = (Container(), Name.fresh("scoped"))
      let (starts, go) = (Gate("the scoped value is being built"), Gate("go"))
      try container.register(One.self) { _ in One() }
      try container.register(Two.self, named: name, scope: .scoped) { r in
        starts.open()
        try go.block()
        _ = try r.resolve(One.self)
        return Two()
      }
      let build = Pending.onThread { try container.withScope { scope in _ = try scope.resolve(Two.self, named: name) } }
      try await starts.pass()
      try await expectDrain(of: build, named: name, container, go)
    }

    @Test("While builds are drained, child tasks of a factory may resolve from the container itself")
    func childTasks() async throws {
      let (container, name) = (Container(), Name.fresh("parent"))
      let (starts, go) = (Gate("the factory runs"), Gate("go"))
      try container.register(Two.self) { _ in Two() }
      try container.register(
        One.self, named: name,
        .async { _ in
          starts.open()
          try await go.pass()
          async let two = container.resolve(Two.self)
          _ = try await two
          return One()
        })
      let build = Pending.inTask { _ = try await container.resolve(One.self, named: name) }
      try await starts.pass()
      try await expectDrain(of: build, named: name, container, go)
    }

    /// Shuts down while `build` runs, and lets it go once the shutdown waits for it.
    private func expectDrain(of build: Pending<Void>, named name: Name, _ container: Container, _ go: Gate) async throws {
      let shutdown = Pending.inTask { try await container.shutdown(deadline: nil) }
      try await ending(container)
      await shutdown.expectWaiting("\(name) is being built")
      go.open()
      #expect(try await build.code() == nil)
      #expect(try await shutdown.value(within: patience).isClean)
    }
  }
}
