import Holdfast
import Testing

extension Faults {
  /// ```
  ///   builder and waiters               changing thread
  ///   factory 1 starts
  ///     waits                           replaces, unregisters or resets: returns
  ///                                     resolves: never what factory 1 makes
  ///   factory 1 returns
  ///   the waiters have its value        resolves: never what factory 1 made
  /// ```
  @Suite("Change during a build")
  struct ChangeDuringBuildTests {
    private let container = Container()
    private let ledger = Ledger()
    private let name = Name.fresh("a")
    private let started = Gate("the first build")
    private let go = Gate("go")

    private var plan: Plan { Plan(name, ledger).gated(started: started, go: go, builds: 1) }

    /// Starts the first build and lets three more callers join it.
    private func build(_ form: Form) async throws -> [Pending<Part>] {
      try container.register(plan, as: form)
      let builder = ask(container, name, as: form.caller(0))
      try await started.pass()
      let callers = [builder] + (1...3).map { ask(container, name, as: form.caller($0)) }
      try await joined(form.buildsAsynchronously ? 4 : 3, on: name)
      return callers
    }

    @Test("Case 40: a replacement during a build counts for every resolve called after it", arguments: Form.allCases)
    func replace(_ form: Form) async throws {
      let callers = try await build(form)
      try container.register(plan, as: form)
      let new = try await ask(container, name, as: form.caller(1)).value()
      #expect(new.build == 2)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).value() === new) }
    }

    @Test("Case 41: the old build is never published into the new registration", arguments: Form.allCases)
    func notPublished(_ form: Form) async throws {
      let callers = try await build(form)
      try container.register(plan, as: form)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      #expect(container.peek(Part.self, named: name) == nil)
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).value().build == 2) }
    }

    @Test("Case 42: joined waiters finish after unregister, later calls get notRegistered", arguments: Form.allCases)
    func unregister(_ form: Form) async throws {
      let callers = try await build(form)
      #expect(try container.unregister(Part.self, named: name))
      #expect(try await ask(container, name, as: form.caller(1)).error().code == .notRegistered)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).error().code == .notRegistered) }
      #expect(try !container.unregister(Part.self, named: name))
    }

    @Test("Case 43: registering again after unregister is a fresh generation", arguments: Form.allCases)
    func again(_ form: Form) async throws {
      let callers = try await build(form)
      try container.unregister(Part.self, named: name)
      try container.register(plan, as: form)
      #expect(container.peek(Part.self, named: name) == nil)
      let new = try await ask(container, name, as: form.caller(1)).value()
      #expect(new.build == 2)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      #expect(container.peek(Part.self, named: name) === new)
    }

    @Test("Case 44: open scopes keep what they hold through every kind of change", arguments: Form.allCases)
    func openScopes(_ form: Form) async throws {
      try container.register(Regressions.One.self, scope: .scoped, as: form) { _ in Regressions.One() }
      let scope = try container.openScope()
      let first = try await ask(scope, Regressions.One.self, as: form.caller(0)).value()
      try container.reset(Regressions.One.self)
      try container.resetAll()
      #expect(try await ask(scope, Regressions.One.self, as: form.caller(1)).value() === first)
      await scope.end()
    }

    @Test("Case 44: what began before a reset is never returned after it", arguments: Form.allCases, [false, true])
    func reset(_ form: Form, all: Bool) async throws {
      let callers = try await build(form)
      if all { try container.resetAll() } else { #expect(try container.reset(Part.self, named: name)) }
      let new = try await ask(container, name, as: form.caller(1)).value()
      #expect(new.build == 2)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).value() === new) }
    }
  }
}
