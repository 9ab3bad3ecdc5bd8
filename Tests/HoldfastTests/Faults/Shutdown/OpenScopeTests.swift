import Holdfast
import OnceKernel
import Testing

extension Faults {
  @Suite("Scopes that are open at a shutdown")
  struct OpenScopeTests {
    private let container = Container()
    private let journal = Chronicle()
    private let inside = Gate("inside the scope")
    private let go = Gate("go")

    /// A singleton, and a request in a scope that uses it; both tell when they are disposed of.
    private func register() throws {
      try container.register(Regressions.One.self, scope: .singleton(dispose: { _ in journal.note("singleton") })) { _ in
        Regressions.One()
      }
      try container.register(Regressions.Two.self, scope: .scoped(dispose: { _ in journal.note("request") })) { r in
        _ = try r.resolve(Regressions.One.self)
        return Regressions.Two()
      }
    }

    @Test("Case 112: an open scope is served until it ends, and what it uses outlives it", arguments: Form.allCases)
    func open(_ form: Form) async throws {
      try register()
      let countdown = Countdown(2, "both are inside")
      let requests = (0..<2).map { index in
        ask(as: form.caller(index)) {
          try container.withScope { scope in
            countdown.arrive()
            try go.block()
            _ = try scope.resolve(Regressions.Two.self)
            // What the task resolves inside the scope belongs to it, whomever it asks.
            _ = try container.resolve(Regressions.One.self)
          }
        } async: {
          try await container.withScope { scope async throws in
            countdown.arrive()
            try await go.pass()
            _ = try await scope.resolve(Regressions.Two.self)
            _ = try await container.resolve(Regressions.One.self)
          }
        }
      }
      try await countdown.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      await shutdown.expectWaiting("scopes are open")
      go.open()
      for request in requests { try await request.value() }
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(journal.all == ["request", "request", "singleton"])
    }

    @Test("Case 112: a scope that is opened when the end has begun is refused", arguments: Form.allCases)
    func late(_ form: Form) async throws {
      try register()
      let open = Pending.inTask {
        try await container.withScope { scope async throws in
          inside.open()
          try await go.pass()
          // An inner one belongs to its outer one.
          return try await scope.withScope { inner async throws in try await inner.resolve(Regressions.Two.self) }
        }
      }
      try await inside.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      let caller = ask(as: form.caller(0)) {
        _ = try container.withScope { scope in try scope.resolve(Regressions.Two.self) }
      } async: {
        _ = try await container.withScope { scope async throws in try await scope.resolve(Regressions.Two.self) }
      }
      #expect(try await caller.error().code == .shutDown)
      go.open()
      _ = try await open.value()
      #expect(try await shutdown.value(within: promptly).isClean)
    }

    @Test("Case 116 A: a shutdown from inside an open scope begins, and returns without waiting for it", arguments: [1, 2])
    func fromInside(_ scopes: Int) async throws {
      try register()
      let countdown = Countdown(scopes, "all are inside")
      let requests = (0..<scopes).map { _ in
        Pending.inTask {
          try await container.withScope { scope async throws in
            countdown.arrive()
            try await countdown.pass()
            let report = try await container.shutdown(deadline: .seconds(200))
            _ = try await scope.resolve(Regressions.Two.self)
            return report
          }
        }
      }
      for request in requests {
        let report = try await request.value(within: promptly)
        #expect(report.isUnderway && !report.isClean)
        #expect(report.openScopes > 0)
      }
      #expect(try await Pending.inTask { try await container.shutdown(deadline: nil) }.value(within: promptly).isClean)
      #expect(journal.all == Array(repeating: "request", count: scopes) + ["singleton"])
    }

    @Test("Case 116: a shutdown beside a scope that never ends says so at its deadline", arguments: Form.allCases)
    func neverEnds(_ form: Form) async throws {
      try register()
      _ = try container.resolveNow(Regressions.One.self)
      let request = ask(as: form.caller(0)) {
        try container.withScope { (_: Scope) throws in
          inside.open()
          try go.block()
        }
      } async: {
        try await container.withScope { (_: Scope) async throws in
          inside.open()
          try await go.pass()
        }
      }
      try await inside.pass()
      let report = try await Pending.inTask { try await container.shutdown(deadline: .milliseconds(100)) }.value(within: promptly)
      #expect(report.openScopes == 1)
      #expect(!report.isClean)
      try await Timeout.until("the rest is disposed of all the same") { journal.all == ["singleton"] }
      go.open()
      try await request.value()
    }

    @Test(
      "Case 116: a child's run and open scope are served while its parent drains, and nothing else of the child", arguments: Form.allCases)
    func child(_ form: Form) async throws {
      try register()
      let (ledger, names, started) = (Ledger(), Name.fresh(3), Gate("the child builds"))
      let child = Container(parent: container)
      try container.register(Plan(names[1], ledger), as: form)
      try child.register(Plan(names[0], ledger, needs: [names[1]]).gated(started: started, go: go), as: form)
      try child.register(Plan(names[2], ledger), as: form)
      let build = ask(child, names[0], as: form.caller(0))
      let request = ask(as: form.caller(1)) {
        try child.withScope { scope throws in
          inside.open()
          try go.block()
          _ = try scope.resolve(Regressions.Two.self)
        }
      } async: {
        try await child.withScope { scope async throws in
          inside.open()
          try await go.pass()
          _ = try await scope.resolve(Regressions.Two.self)
        }
      }
      try await started.pass()
      try await inside.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      await shutdown.expectWaiting("a child's run and scope are under way")
      #expect(try await ask(child, names[2], as: form.caller(0)).error().code == .shutDown)
      go.open()
      #expect(try await build.value().parts.count == 1)
      try await request.value()
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(journal.all == ["request", "singleton"])
    }

    @Test("Case 116 A: a parent's disposers wait until its child's shutdown is over")
    func childShutdown() async throws {
      try register()
      let child = Container(parent: container)
      _ = try container.resolveNow(Regressions.One.self)
      try child.register(
        Part.self,
        scope: .singleton(dispose: { [inside, go, journal] _ in
          inside.open()
          try await go.pass()
          journal.note("child")
        }), factory: { _ in Part("child") })
      _ = try child.resolveNow(Part.self)
      let first = Pending.inTask { try await child.shutdown(deadline: .seconds(200)) }
      try await inside.pass()
      let second = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      await second.expectWaiting("the child still shuts down")
      go.open()
      #expect(try await first.value(within: promptly).isClean)
      #expect(try await second.value(within: promptly).isClean)
      #expect(journal.all == ["child", "singleton"])
    }
  }
}
