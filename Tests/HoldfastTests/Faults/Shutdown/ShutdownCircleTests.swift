import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Shutdowns that would wait for themselves")
  struct ShutdownCircleTests {
    typealias One = Regressions.One
    typealias Two = Regressions.Two

    /// Builds what is registered for a type.
    private func build<Value: Sendable>(_ type: Value.Type, in container: Container, as caller: Caller) async throws {
      _ = try await ask(container, type, as: caller).value()
    }

    @Test("Case 90: a disposer or its task begins its container's shutdown without waiting", arguments: Form.allCases, [false, true])
    func disposer(_ form: Form, inTask: Bool) async throws {
      let (container, seen) = (Container(), Guarded<ShutdownReport?>(nil))
      try container.register(
        One.self,
        scope: .singleton(dispose: { _ in
          let report =
            inTask ? try await Task { try await container.shutdown(deadline: nil) }.value : try await container.shutdown(deadline: nil)
          seen.withLock { $0 = report }
        }), factory: { _ in One() })
      try await build(One.self, in: container, as: form.caller(0))
      // By a disposal of the open container: what it begins waits for it.
      let isGone = try container.unregister(One.self)
      #expect(isGone)
      try await Timeout.until("the disposer has run") { seen.withLock { $0 != nil } }
      #expect(seen.withLock { $0 }?.isUnderway == true)
      #expect(refuses(container))
      #expect(try await Pending.inTask { try await container.shutdown(deadline: nil) }.value(within: promptly).isClean)
    }

    @Test("Case 90: a task that a disposer left behind shuts down like any other", arguments: Form.allCases)
    func leftBehind(_ form: Form) async throws {
      let (container, go, done, seen) = (Container(), Gate("go"), Gate("the task is done"), Guarded<ShutdownReport?>(nil))
      let (disposed, disposals) = (Gate("the disposer has returned"), Counter())
      try container.register(
        One.self,
        scope: .singleton(dispose: { _ in
          Task {
            try await go.pass()
            let report = try await container.shutdown(deadline: nil)
            seen.withLock { $0 = report }
            done.open()
          }
        }), factory: { _ in One() })
      try container.register(Two.self, scope: .singleton(dispose: { _ in disposals.add() }), factory: { _ in Two() })
      try await build(One.self, in: container, as: form.caller(0))
      try await build(Two.self, in: container, as: form.caller(1))
      let observation = container.observe { if case .disposed = $0.kind { disposed.open() } }
      defer { observation.cancel() }
      let isGone = try container.unregister(One.self)
      #expect(isGone)
      try await disposed.pass()
      go.open()
      try await done.pass()
      #expect(seen.withLock { $0 }?.isClean == true)
      #expect(disposals.value == 1 && refuses(container))
    }

    @Test("Case 93 A: two factories that each await the shutdown of the other's container get an error")
    func factories() async throws {
      let (left, right) = (Container(), Container())
      let both = Countdown(2, "both factories run")
      try left.register(
        One.self,
        .async { _ in
          both.arrive()
          try await both.pass()
          try await right.shutdown(deadline: .seconds(200))
          return One()
        })
      try right.register(
        One.self,
        .async { _ in
          both.arrive()
          try await both.pass()
          try await left.shutdown(deadline: .seconds(200))
          return One()
        })
      let callers = [left, right].map { container in Pending.inTask { _ = try await container.resolve(One.self) } }
      for caller in callers {
        guard case .failure(let error) = try await caller.result(within: promptly) else {
          Issue.record("a factory waited for a shutdown")
          continue
        }
        #expect((error as? ResolutionError)?.code == .shutdownInFactory, "\(error)")
      }
      #expect(!refuses(left) && !refuses(right), "nothing was shut down")
    }

    @Test("Case 93 A: a factory of a transient that awaits the shutdown of its container gets an error")
    func transient() async throws {
      let container = Container()
      try container.register(
        One.self, scope: .transient,
        .async { _ in
          try await container.shutdown(deadline: .seconds(200))
          return One()
        })
      let caller = Pending.inTask { _ = try await container.resolve(One.self) }
      guard case .failure(let error) = try await caller.result(within: promptly) else { throw TimedOut(what: "an error") }
      #expect((error as? ResolutionError)?.code == .shutdownInFactory, "\(error)")
    }

    @Test("Case 93 A: a task that a factory starts begins the shutdown and does not wait, awaited or not", arguments: [true, false])
    func child(isAwaited: Bool) async throws {
      let (container, seen, disposals) = (Container(), Guarded<ShutdownReport?>(nil), Counter())
      try container.register(
        One.self, scope: .singleton(dispose: { _ in disposals.add() }),
        .async { _ in
          // What the error of a factory that shuts down advises.
          let task = Task {
            let report = try await container.shutdown(deadline: .seconds(200))
            seen.withLock { $0 = report }
          }
          if isAwaited { try await task.value } else { try await Timeout.until("it is begun") { seen.withLock { $0 != nil } } }
          return One()
        })
      let caller = Pending.inTask { _ = try await container.resolve(One.self) }
      try await caller.value(within: promptly)
      try await Timeout.until("the task is done") { seen.withLock { $0 != nil } }
      #expect(seen.withLock { $0 }?.isUnderway == true)
      #expect(try await Pending.inTask { try await container.shutdown(deadline: nil) }.value(within: promptly).isClean)
      #expect(disposals.value == 1)
    }

    @Test("Case 94: two shutdowns whose disposers shut each other down come to an end", arguments: Form.allCases)
    func eachOther(_ form: Form) async throws {
      for count in 2...3 {
        let containers = (0..<count).map { _ in Container() }
        let all = Countdown(count, "all disposers run")
        for (index, container) in containers.enumerated() {
          let next = containers[(index + 1) % count]
          try container.register(
            One.self,
            scope: .singleton(dispose: { _ in
              all.arrive()
              try await all.pass()
              try await next.shutdown(deadline: .seconds(200))
            }), factory: { _ in One() })
          try await build(One.self, in: container, as: form.caller(index))
        }
        let shutdowns = containers.map { container in Pending.inTask { try await container.shutdown(deadline: .seconds(200)) } }
        for shutdown in shutdowns { #expect(try await shutdown.value(within: promptly).isClean) }
      }
    }

    @Test("Case 94 A: scopes of two containers in which each shuts the other one down come to an end")
    func scopes() async throws {
      let (left, right) = (Container(), Container())
      let both = Countdown(2, "both scopes are open")
      let callers = [(left, right), (right, left)].map { (mine, other) in
        Pending.inTask {
          try await mine.withScope { (_: Scope) async throws in
            both.arrive()
            try await both.pass()
            return try await other.shutdown(deadline: .seconds(200))
          }
        }
      }
      var underway = 0
      for caller in callers where try await caller.value(within: promptly).isUnderway { underway += 1 }
      #expect(underway >= 1)
      for container in [left, right] {
        #expect(try await Pending.inTask { try await container.shutdown(deadline: nil) }.value(within: promptly).isClean)
      }
    }

    //  the operation            the layer's disposer     the other's disposer     the outer container
    //  in the outer's scope
    //  resets a value           awaits the other's end   awaits the outer's end   waits for the scope
    //  ends the layer, which
    //  waits for its disposer
    @Test("Case 116: overrides that end in a scope for which their own end waits", arguments: [Form.threads, .tasks])
    func overrides(_ form: Form) async throws {
      let (container, other, outer) = (Container(), Container(), Container())
      try container.register(
        One.self, scope: .singleton(dispose: { _ in _ = try await other.shutdown(deadline: nil) }), as: form, { _ in One() },
        async: { _ in One() })
      try other.register(
        Two.self, scope: .singleton(dispose: { _ in _ = try await outer.shutdown(deadline: nil) }), factory: { _ in Two() })
      try await build(Two.self, in: other, as: form.caller(0))
      let operation = Pending<Void>.inTask {
        try await outer.withScope { _ in
          try await container.withOverrides({ _ in }) {
            _ = form.buildsAsynchronously ? try await container.resolve(One.self) : try container.resolveNow(One.self)
            try container.reset(One.self)
            // Asked from outside the scope, which is served.
            try await Task.detached { try await ending(outer) }.value
            await giveTime()
          }
        }
      }
      try await operation.value(within: promptly)
      for container in [container, other, outer] {
        let shutdown = Pending.inTask { try await container.shutdown(deadline: .seconds(200)) }
        #expect(try await shutdown.value(within: promptly).isClean)
      }
    }
  }
}
