import Holdfast
import OnceKernel
import TestSupport
import Testing

extension Faults {
  @Suite("Code that runs during a shutdown")
  struct RunningCodeTests {
    private let container = Container()
    private let journal = Chronicle()
    private let names = Name.fresh(2)
    private let started = Gate("the factory runs")
    private let go = Gate("go")

    /// Registers a dependency, and what uses it until `go`, whatever becomes of the build.
    private func registerStubborn() throws {
      try container.register(Part.self, named: names[1], scope: .singleton(dispose: { _ in journal.note("dependency") })) { [names] _ in
        Part(names[1])
      }
      try container.register(
        Part.self, named: names[0], scope: .singleton(dispose: { _ in journal.note("user") }),
        .async { [names, started, go, journal] r in
          let part = try await r.resolve(Part.self, named: names[1])
          started.open()
          try await go.pass()
          journal.note("returned")
          return Part(names[0], parts: [part])
        })
    }

    @Test("Case 84 A: a factory that all its waiters left is waited for, and what it uses outlives it")
    func abandoned() async throws {
      try registerStubborn()
      let caller = ask(container, names[0], as: .task)
      try await started.pass()
      caller.cancel()
      #expect(try await caller.error().code == .cancelled)
      try await expectTruth { try await container.shutdown(deadline: .seconds(200)) }
    }

    @Test("Case 84 A: a factory that a shutdown cancelled is waited for, and what it uses outlives it")
    func cancelled() async throws {
      try registerStubborn()
      let caller = ask(container, names[0], as: .task)
      try await started.pass()
      try await expectTruth {
        try await container.shutdown(builds: .cancel, deadline: .seconds(200))
      } once: { () async throws in
        #expect(try await caller.error().code == .shutDown)
      }
    }

    /// - Parameter once: what has to be seen before the factory may return.
    private func expectTruth(
      _ shutDown: @escaping @Sendable () async throws -> ShutdownReport, once isSeen: () async throws -> Void = {}
    ) async throws {
      let shutdown = Pending.inTask(shutDown)
      try await ending(container)
      try await isSeen()
      await shutdown.expectWaiting("a factory still runs")
      #expect(journal.all == [])
      go.open()
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(journal.all == ["returned", "user", "dependency"])
    }

    @Test("Case 84 A: what still runs at the deadline is reported")
    func deadline() async throws {
      try registerStubborn()
      let caller = ask(container, names[0], as: .task)
      try await started.pass()
      caller.cancel()
      let report = try await Pending.inTask { try await container.shutdown(deadline: .milliseconds(50)) }.value(within: promptly)
      #expect(report.unfinished == [AnyKey(Part.self, named: names[0])])
      #expect(!report.isClean)
      go.open()
      try await Timeout.until("what was made too late is disposed of") { journal.all.contains("user") }
    }

    @Test("Case 84 A: a transient that is made asynchronously is waited for, and served")
    func transient() async throws {
      try container.register(Part.self, named: names[1], scope: .singleton(dispose: { _ in journal.note("dependency") })) { [names] _ in
        Part(names[1])
      }
      try container.register(
        Part.self, named: names[0], scope: .transient,
        .async { [names, started, go, journal] r in
          started.open()
          try await go.pass()
          let part = try await r.resolve(Part.self, named: names[1])
          journal.note("returned")
          return Part(names[0], parts: [part])
        })
      let caller = ask(container, names[0], as: .task)
      try await started.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      await shutdown.expectWaiting("a factory still runs")
      go.open()
      #expect(try await caller.value().parts.count == 1)
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(journal.all == ["returned", "dependency"])
    }

    /// ```
    ///   one caller                            another one
    ///   left made, its injector waits         right made, its injector
    ///                                         asks for left: waits
    ///   asks for right: early
    ///   throws: both have failed
    ///                                         still runs; a shutdown waits for it
    /// ```
    @Test("Case 84: an injector whose circle has failed is waited for, and what it uses outlives it", arguments: Form.allCases)
    func injector(_ form: Form) async throws {
      struct Mishap: Error {}
      let (leftMade, rightMade) = (Gate("left is made"), Gate("right is made"))
      try container.register(Regressions.One.self, named: names[0], scope: .singleton(dispose: { _ in journal.note("left") })) { _ in
        Regressions.One()
      }
      try container.register(Regressions.Two.self, scope: .singleton(dispose: { _ in journal.note("right") })) { _ in Regressions.Two() }
      try container.register(Part.self, named: names[1], scope: .singleton(dispose: { _ in journal.note("dependency") })) { [names] _ in
        Part(names[1])
      }
      _ = try container.resolveNow(Part.self, named: names[1])
      try container.registerInjector(Regressions.One.self) { [names] _, r in
        leftMade.open()
        try rightMade.block()
        try Regressions.blockUntilAwaited(names[0])
        _ = try r.resolve(Regressions.Two.self)
        throw Mishap()
      }
      try container.registerInjector(Regressions.Two.self) { [names, started, go, journal] _, r in
        rightMade.open()
        try leftMade.block()
        _ = try? r.resolve(Regressions.One.self, named: names[0])
        started.open()
        try go.block()
        journal.note("returned")
      }
      let right = ask(container, Regressions.Two.self, as: form.blockingCaller(1))
      let left = ask(container, Regressions.One.self, named: names[0], as: form.blockingCaller(0))
      #expect(try await left.error().underlying is Mishap)
      try await started.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      await shutdown.expectWaiting("an injector still runs")
      #expect(journal.all == [])
      go.open()
      #expect(try await right.error().underlying is Mishap)
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(Set(journal.all.dropFirst().dropLast()) == ["left", "right"])
      #expect(journal.all.first == "returned" && journal.all.last == "dependency")
    }

    @Test("Case 85 A: the last waiter leaves during a shutdown that drains: the build is cancelled, the shutdown ends")
    func lastWaiter() async throws {
      try container.register(
        Part.self, named: names[0],
        .async { [names, started] _ in
          started.open()
          try await Task.sleep(for: .seconds(3600))
          return Part(names[0])
        })
      let caller = ask(container, names[0], as: .task)
      try await started.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      caller.cancel()
      #expect(try await caller.error().code == .cancelled)
      #expect(try await shutdown.value(within: promptly).isClean)
    }

    /// ```
    ///   other's build          drained                 this container
    ///                          a build runs
    ///                                                  shuts down, drains because of it
    ///   asks it: refused
    ///                          ends                    is closed
    /// ```
    @Test(
      "Case 91: a build of another container that comes while one drains is refused, and nothing is built that is never disposed of",
      arguments: Form.allCases)
    func stranger(_ form: Form) async throws {
      let (other, ledger) = (Container(), Ledger())
      try container.register(Plan(names[0], ledger).gated(started: started, go: go), as: form)
      try container.register(Plan(names[1], ledger), as: form)
      let name = Name.fresh("stranger")
      try other.register(Part.self, named: name, as: form) { [names] _ in
        try container.resolveNow(Part.self, named: names[1])
      } async: { [names] _ in
        try await container.resolve(Part.self, named: names[1])
      }
      let drained = ask(container, names[0], as: form.caller(0))
      try await started.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      let error = try await ask(other, name, as: form.caller(1)).error()
      #expect(error.code == .shutDown)
      #expect(error.path == [AnyKey(Part.self, named: name), AnyKey(Part.self, named: names[1])])
      go.open()
      #expect(try await drained.value().build == 1)
      #expect(try await shutdown.value(within: promptly).isClean)
      #expect(ledger.builds(names[1]) == 0)
    }

    @Test("Case 91 M: whatever is built while containers end is disposed of")
    func race() async throws {
      for round in 0..<Effort.scaled(400) {
        let (container, other, made, disposed) = (Container(), Container(), Counter(), Counter())
        try container.register(
          Part.self, scope: .singleton(dispose: { _ in disposed.add() }),
          factory: { _ in
            made.add()
            return Part("late")
          })
        try other.register(Part.self) { _ in
          for _ in 0..<round % 50 * 10 { _ = made.value }
          return try container.resolveNow(Part.self)
        }
        let callers = (0..<2).map { _ in Pending.onThread { _ = try? other.resolveNow(Part.self) } }
        #expect(try await container.shutdown(deadline: nil).isClean)
        #expect(made.value == disposed.value)
        for caller in callers { try await caller.value() }
        #expect(made.value == disposed.value)
      }
    }
  }
}
