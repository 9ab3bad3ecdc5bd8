import Holdfast
import HoldfastDefinitions
import OnceKernel
import Testing

extension Faults {
  /// ```
  ///   builder and waiters               changing thread
  ///   factory 1 starts
  ///     waits                           unregisters everything: returns
  ///                                     resolves: nothing is registered
  ///   factory 1 returns
  ///   the waiters have its value        the value is disposed of once
  /// ```
  @Suite("Unregistering everything during builds")
  struct UnregisterAllDuringBuildTests {
    private let container = Container()
    private let ledger = Ledger()
    private let name = Name.fresh("a")
    private let other = Name.fresh("b")
    private let started = Gate("the first build")
    private let go = Gate("go")
    private let disposed = Counter()

    private var plan: Plan { Plan(name, ledger).gated(started: started, go: go, builds: 1) }

    private func register(_ plan: Plan, _ scope: Sharing, disposes: Bool, as form: Form) throws {
      let note: @Sendable (Part) async throws -> Void = { [disposed] _ in disposed.add() }
      try container.register(Part.self, named: plan.name, scope: scope.lifetime(dispose: disposes ? note : nil), as: form) {
        try plan.make($0)
      } async: {
        try await plan.make($0)
      }
    }

    /// Starts the first build and lets `count` more callers join it.
    private func build(_ form: Form, joinedBy count: Int) async throws -> [Pending<Part>] {
      let builder = ask(container, name, as: form.caller(0))
      try await started.pass()
      let callers = [builder] + (0..<count).map { ask(container, name, as: form.caller($0 + 1)) }
      try await joined(form.buildsAsynchronously ? count + 1 : count, on: name)
      return callers
    }

    @Test(
      "Callers that have joined get the value, later ones are told that nothing is registered, and a value with a disposer is disposed of once",
      arguments: Form.allCases, [Sharing.singleton, .cached("kept")])
    func joiners(_ form: Form, _ scope: Sharing) async throws {
      for (count, disposes) in [(0, false), (3, false), (0, true), (3, true)] {
        let test = Self()
        try test.register(test.plan, scope, disposes: disposes, as: form)
        let callers = try await test.build(form, joinedBy: count)
        try test.container.unregisterAll()
        #expect(test.container.keys().isEmpty && !test.container.contains(Part.self, named: test.name))
        #expect(try await ask(test.container, test.name, as: form.caller(1)).error().code == .notRegistered)
        test.go.open()
        for caller in callers { #expect(try await caller.value().build == 1) }
        #expect(test.container.peek(Part.self, named: test.name) == nil)
        #expect(try await test.container.shutdown(deadline: nil).isClean)
        #expect(test.disposed.value == (disposes ? 1 : 0))
        #expect(test.ledger.builds(test.name) == 1)
      }
    }

    @Test("What is registered again while the old build runs is built anew, and each value is disposed of once", arguments: Form.allCases)
    func again(_ form: Form) async throws {
      try register(plan, .singleton, disposes: true, as: form)
      let callers = try await build(form, joinedBy: 2)
      try container.unregisterAll()
      try register(plan, .singleton, disposes: true, as: form)
      let new = try await ask(container, name, as: form.caller(1)).value()
      #expect(new.build == 2)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      #expect(container.peek(Part.self, named: name) === new)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 2)
    }

    @Test(
      "A factory that resolves something afterwards is told that it is not registered, as are all that wait for it",
      arguments: Form.allCases)
    func needs(_ form: Form) async throws {
      var plan = plan
      plan.needs = [other]
      try register(plan, .singleton, disposes: true, as: form)
      try register(Plan(other, ledger), .singleton, disposes: true, as: form)
      let callers = try await build(form, joinedBy: 2)
      try container.unregisterAll()
      go.open()
      for caller in callers {
        let error = try await caller.error()
        #expect(error.code == .notRegistered && error.path == keys(name, other))
      }
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 0 && ledger.builds(other) == 0)
    }

    @Test("A factory that unregisters everything itself gives its caller a value, and is gone afterwards", arguments: Form.allCases)
    func ownFactory(_ form: Form) async throws {
      let plan = Plan(name, ledger).checking { [weak container] _ in try container?.unregisterAll() }
      try register(plan, .singleton, disposes: true, as: form)
      #expect(try await ask(container, name, as: form.caller(0)).value().build == 1)
      #expect(try await ask(container, name, as: form.caller(1)).error().code == .notRegistered)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1)
    }

    @Test("A scope's value that is being built reaches its callers, and is disposed of at the end of the scope", arguments: Form.allCases)
    func scoped(_ form: Form) async throws {
      try container.register(Part.self, scope: .scoped(dispose: { [disposed] _ in disposed.add() }), as: form) { [plan] in
        try plan.make($0)
      } async: { [plan] in
        try await plan.make($0)
      }
      let scope = try container.openScope()
      let builder = ask(scope, Part.self, as: form.caller(0))
      try await started.pass()
      try container.unregisterAll()
      #expect(try await ask(scope, Part.self, as: form.caller(1)).error().code == .notRegistered)
      go.open()
      #expect(try await builder.value().build == 1)
      await scope.end()
      #expect(disposed.value == 1)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1)
    }

    @Test("A value made from arguments that is being built reaches its callers, and is disposed of once", arguments: [false, true])
    func arguments(isAsynchronous: Bool) async throws {
      let plan = plan
      let dispose: @Sendable (Part) async throws -> Void = { [disposed] _ in disposed.add() }
      if isAsynchronous {
        try container.register(
          Part.self, named: name, scope: .singleton(dispose: dispose), .async(taking: Int.self) { r, _ in try await plan.make(r) })
      } else {
        try container.register(
          Part.self, named: name, scope: .singleton(dispose: dispose), .factory(taking: Int.self) { r, _ in try plan.make(r) })
      }
      let callers = [Caller.ownTask, .ownTask, .thread].prefix(isAsynchronous ? 2 : 3).map { caller in
        ask(as: caller) { [container, name] in
          try container.resolveNow(Part.self, named: name, with: 7)
        } async: { [container, name] in
          try await container.resolve(Part.self, named: name, with: 7)
        }
      }
      try await started.pass()
      // Each caller is in the build, or will be told that nothing is registered.
      try await Timeout.until("the others wait") { Regressions.waiters(name) >= callers.count - (isAsynchronous ? 0 : 1) }
      try container.unregisterAll()
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      #expect(try failure { try container.resolveNow(Part.self, named: name, with: 7) }.code == .notRegistered)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1)
    }

    @Test("An injector that runs meanwhile finishes, and its object reaches all that wait", arguments: Form.allCases)
    func injecting(_ form: Form) async throws {
      let injected = Counter()
      try register(Plan(name, ledger), .singleton, disposes: true, as: form)
      try container.registerInjector(Part.self) { [started, go] _, _ in
        started.open()
        try go.block()
        injected.add()
      }
      let callers = [form.blockingCaller(0), form.blockingCaller(1)].map { ask(container, name, as: $0) }
      try await started.pass()
      try await joined(form.buildsAsynchronously ? 2 : 1, on: name)
      try container.unregisterAll()
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      #expect(injected.value == 1)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1)
    }

    @Test("In a layer it leaves the live build alone, and the layer's build reaches its callers", arguments: Form.allCases)
    func inLayer(_ form: Form) async throws {
      let (live, liveStarted, liveGo) = (Ledger(), Gate("the live build"), Gate("the live build goes on"))
      try register(Plan(name, live).gated(started: liveStarted, go: liveGo), .singleton, disposes: true, as: form)
      let outside = ask(container, name, as: form.caller(0))
      try await liveStarted.pass()
      let (container, name, plan, started, go) = (container, name, plan, started, go)
      let layerDisposed = Counter()
      let override: @Sendable (Batch) -> Void = { batch in
        batch.register(Part.self, named: name, scope: .singleton(dispose: { _ in layerDisposed.add() }), as: form) {
          try plan.make($0)
        } async: {
          try await plan.make($0)
        }
      }
      try await container.withOverrides(override) { () async throws in
        let resolve = Task.detached(priority: nil) { [layer = container.provider(Part.self, named: name)] in
          form.buildsAsynchronously ? try await layer() : try await onThread { try layer.callAsFunction() }
        }
        try await started.pass()
        try container.unregisterAll()
        go.open()
        #expect(try await resolve.value.build == 1)
        #expect(container.contains(Part.self, named: name), "the live registration is used again")
      }
      #expect(layerDisposed.value == 1)
      liveGo.open()
      let part = try await outside.value()
      #expect(container.peek(Part.self, named: name) === part)
      #expect(live.builds(name) == 1)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(disposed.value == 1)
    }

    private struct Definition: DefinitionAssembly {
      let definitions: Definitions

      func part(_ make: () throws -> Part) throws -> Part { try define(scope: .singleton, key: "part", make) }
    }

    @Test("A definition that is being made reaches its callers, and the next caller makes another one")
    func definition() async throws {
      let (container, ledger, started, go) = (container, ledger, started, go)
      @Sendable func ask(_ number: Int, _ wait: Bool) -> Pending<Part> {
        .onThread {
          try container.assembly(Definition.self).part {
            started.open()
            if wait { try go.block() }
            return Part("definition", build: number, ledger: ledger)
          }
        }
      }
      let first = ask(1, true)
      try await started.pass()
      let second = ask(2, false)
      try await Timeout.until("the second caller waits") { Regressions.waiters(.definition("part", of: Definition.self)) == 1 }
      try container.unregisterAll()
      let third = try await ask(3, false).value()
      #expect(third.build == 3)
      go.open()
      #expect(try await first.value().build == 1)
      #expect(try await second.value().build == 1)
      #expect(try await ask(4, false).value() === third)
    }
  }
}
