import Holdfast
import HoldfastDiagnostics
import OnceKernel
import TestSupport
import Testing

extension Faults {
  @Suite("What bounds a shutdown, and what it leaves")
  struct ShutdownBoundsTests {
    typealias One = Regressions.One
    typealias Two = Regressions.Two

    private let container = Container()
    private let journal = Chronicle()
    private let disposing = Gate("a disposer runs")
    private let go = Gate("go")

    /// One value is disposed of first and takes until `go`, another one waits for its turn.
    private func buildStubborn(_ form: Form) async throws {
      try container.register(Two.self, scope: .singleton(dispose: { _ in journal.note("two") })) { _ in Two() }
      try container.register(
        One.self,
        scope: .singleton(dispose: { [disposing, go, journal] _ in
          disposing.open()
          try await go.pass()
          journal.note("one")
        }),
        factory: { r in
          _ = try r.resolve(Two.self)
          return One()
        })
      _ = try await ask(container, One.self, as: form.caller(0)).value()
    }

    private func expectStubborn(_ report: ShutdownReport) async throws {
      #expect(report.undisposed == [AnyKey(One.self), AnyKey(Two.self)])
      #expect(report.isUnderway && !report.isClean && report.unfinished.isEmpty && report.openScopes == 0)
      go.open()
      try await Timeout.until("the disposers go on") { journal.all == ["one", "two"] }
      // Its deadline is past: each caller is told how things stand, until it is over.
      try await Timeout.until("the shutdown is over") { try await container.shutdown().isClean }
    }

    @Test("Case 111: a disposer that does not return: the deadline holds, and what is left is reported", arguments: Form.allCases)
    func deadline(_ form: Form) async throws {
      try await buildStubborn(form)
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .milliseconds(200)) }
      try await expectStubborn(try await shutdown.value(within: promptly))
    }

    @Test("What a reset is still disposing of is waited for past the deadline, before what it was made with", arguments: Form.allCases)
    func disposalUnderWay(_ form: Form) async throws {
      try await buildStubborn(form)
      try container.reset(One.self)
      try await disposing.pass()
      let report = try await container.shutdown(deadline: .milliseconds(200))
      #expect(report.isUnderway && journal.all.isEmpty)
      try await Task.sleep(for: .milliseconds(100))  // in which a shutdown that did not wait would go on
      go.open()
      try await Timeout.until("the shutdown is over") { try await !container.shutdown().isUnderway }
      #expect(journal.all == ["one", "two"])
    }

    @Test(
      "Case 111: at the deadline a replacement that failed is reported while it disposes of what it had built", arguments: Form.allCases)
    func failedReplacement(_ form: Form) async throws {
      try container.register(Two.self, scope: .singleton(dispose: { _ in journal.note("two") })) { _ in Two() }
        .register(One.self) { _ in One() }
      _ = try await ask(container, One.self, as: form.caller(0)).value()
      let replacing = Pending.inTask { [container, disposing, go, journal] in
        try await container.replace { batch in
          let stubborn: @Sendable (One) async throws -> Void = { _ in
            disposing.open()
            try await go.pass()
            journal.note("one")
          }
          batch.register(One.self, scope: .singleton(dispose: stubborn)) { r in
            _ = try r.resolve(Two.self)
            return One()
          }
          batch.register(Int.self, scope: .eagerSingleton) { _ in throw Unready() }
        }
      }
      try await disposing.pass()
      let report = try await container.shutdown(deadline: .milliseconds(200))
      #expect(report.unfinished == [AnyKey(Container.self)], "\(report)")
      go.open()
      #expect(try await replacing.error().underlying is Unready)
      try await Timeout.until("the shutdown is over") { try await !container.shutdown().isUnderway }
      #expect(journal.all.sorted() == ["one", "two"])
    }

    private struct Unready: Error {}

    @Test("Case 111 A: cancelling the task that began a shutdown ends its wait")
    func cancelled() async throws {
      try await buildStubborn(.tasks)
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await disposing.pass()
      shutdown.cancel()
      try await expectStubborn(try await shutdown.value(within: promptly))
    }

    @Test("Case 111 A: cancelling the task that began a shutdown ends its wait for builds, and what still runs is reported")
    func cancelledWhileDraining() async throws {
      let (started, name) = (Gate("the factory runs"), Name.fresh("a"))
      try container.register(Plan(name, Ledger()).gated(started: started, go: go), as: .tasks)
      let caller = ask(container, name, as: .task)
      try await started.pass()
      let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await ending(container)
      shutdown.cancel()
      #expect(try await shutdown.value(within: promptly).unfinished == [AnyKey(Part.self, named: name)])
      #expect(try await caller.error().code == .shutDown)
      go.open()
    }

    @Test("Case 111 A: a later caller that is cancelled returns, and hurries no other caller")
    func laterCaller() async throws {
      try await buildStubborn(.tasks)
      let first = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
      try await disposing.pass()
      let second = Pending.inTask { try await container.shutdown(deadline: nil) }
      second.cancel()
      #expect(try await second.value(within: promptly).undisposed == [AnyKey(One.self), AnyKey(Two.self)])
      let third = Pending.inTask { try await container.shutdown(deadline: .milliseconds(50)) }
      #expect(try await third.value(within: promptly).isUnderway)
      await first.expectWaiting("it was not cancelled")
      go.open()
      #expect(try await first.value(within: promptly).isClean)
    }

    @Test("Case 111 A: any deadline will do", arguments: [Duration.seconds(Int64.max), .zero, .seconds(-1), .seconds(Int64.min)])
    func anyDeadline(_ deadline: Duration) async throws {
      let report = try await Pending.inTask { try await container.shutdown(deadline: deadline) }.value(within: promptly)
      #expect(report.unfinished.isEmpty && report.failures.isEmpty)
    }

    @Test("Case 99: iterating over events ends when the container is dropped or shut down", arguments: Form.allCases, [false, true])
    func events(_ form: Form, _ shutsDown: Bool) async throws {
      let owner = Guarded<Container?>(Container())
      let listener: Pending<Int> = try {
        let container = try #require(owner.withLock { $0 })
        try container.register(One.self) { _ in One() }
        let events = container.events()
        return Pending.inTask {
          var count = 0
          for await _ in events { count += 1 }
          return count
        }
      }()
      _ = try await ask(as: form.caller(0)) {
        try owner.withLock { $0 }?.resolveNow(One.self)
      } async: {
        try await owner.withLock { $0 }?.resolve(One.self)
      }.value()
      if shutsDown { try await owner.withLock { $0 }?.shutdown() }
      if !shutsDown { withExtendedLifetime(owner.withLock { $0.take() }) {} }
      #expect(try await listener.value(within: promptly) >= 2)
      guard let container = owner.withLock({ $0 }) else { return }
      // Who comes later has nothing to wait for.
      #expect(try await Pending.inTask { for await _ in container.events() {} }.result(within: promptly).get() == ())
    }

    @Test("Case 101: failing disposers in any number of scopes are counted, and the first hundred kept", arguments: Form.allCases)
    func failures(_ form: Form) async throws {
      struct Mishap: Error {}
      let (callers, scopes) = (4, Effort.steps(25_000))
      try container.register(One.self, scope: .scoped(dispose: { _ in throw Mishap() })) { _ in One() }
      try container.register(Two.self, scope: .singleton(dispose: { _ in throw Mishap() })) { _ in Two() }
      _ = try container.resolveNow(Two.self)
      let pending = (0..<callers).map { index in
        ask(as: form.caller(index)) {
          for _ in 0..<scopes { try container.withScope { _ = try $0.resolve(One.self) } }
        } async: {
          for _ in 0..<scopes { try await container.withScope { _ = try await $0.resolve(One.self) } }
        }
      }
      for caller in pending { try await caller.value() }
      let report = try await Pending.inTask { try await container.shutdown(deadline: nil) }.value()
      // Disposals of synchronous scopes that are still on their way belong to the shutdown.
      let count = report.failures.count + report.furtherFailures
      #expect(count == callers * scopes + 1)
      #expect(report.failures.last?.key == AnyKey(Two.self))
      if !form.mayLag { #expect(report.failures.count == 101) }
    }

    @Test("After a shutdown every change is refused, also of everything at once")
    func changes() async throws {
      try container.register(One.self, scope: .cached("group")) { _ in One() }
      try await container.shutdown()
      #expect(try failure { try container.resetAll() }.code == .shutDown)
      #expect(try failure { try container.reset(One.self) }.code == .shutDown)
      #expect(try failure { try container.unregister(One.self) }.code == .shutDown)
    }
  }
}

extension Form {
  /// Whether disposals may still be on their way when the work is done.
  fileprivate var mayLag: Bool {
    if case .tasks = self { false } else { true }
  }
}
