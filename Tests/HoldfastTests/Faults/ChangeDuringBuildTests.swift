import Holdfast
import Testing

extension Faults {
  /// ```
  ///   builder and those who joined      the one who changes
  ///   factory 1 starts
  ///     waits                           replaces, unregisters or resets: returns
  ///                                     resolves: never what factory 1 makes
  ///   factory 1 returns
  ///   those who joined have its value   resolves: never what factory 1 made
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

    @Test("Case 40 S: a replacement during a build counts for every resolve called after it")
    func replaceThreads() async throws { try await replace(.threads) }

    @Test("Case 40 A: a replacement during a build counts for every resolve called after it")
    func replaceTasks() async throws { try await replace(.tasks) }

    @Test("Case 40 M: a replacement during a build counts for every resolve called after it", arguments: Form.mixes)
    func replaceBoth(_ form: Form) async throws { try await replace(form) }

    private func replace(_ form: Form) async throws {
      let callers = try await build(form)
      try container.register(plan, as: form)
      let new = try await ask(container, name, as: form.caller(1)).value()
      #expect(new.build == 2)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).value() === new) }
    }

    @Test("Case 41 S: the old build is never published into the new registration")
    func notPublishedThreads() async throws { try await notPublished(.threads) }

    @Test("Case 41 A: the old build is never published into the new registration")
    func notPublishedTasks() async throws { try await notPublished(.tasks) }

    @Test("Case 41 M: the old build is never published into the new registration", arguments: Form.mixes)
    func notPublishedBoth(_ form: Form) async throws { try await notPublished(form) }

    private func notPublished(_ form: Form) async throws {
      let callers = try await build(form)
      try container.register(plan, as: form)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      #expect(container.peek(Part.self, named: name) == nil)
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).value().build == 2) }
    }

    @Test("Case 42 S: joined waiters finish after unregister, later calls get notRegistered")
    func unregisterThreads() async throws { try await unregister(.threads) }

    @Test("Case 42 A: joined waiters finish after unregister, later calls get notRegistered")
    func unregisterTasks() async throws { try await unregister(.tasks) }

    @Test("Case 42 M: joined waiters finish after unregister, later calls get notRegistered", arguments: Form.mixes)
    func unregisterBoth(_ form: Form) async throws { try await unregister(form) }

    private func unregister(_ form: Form) async throws {
      let callers = try await build(form)
      #expect(try container.unregister(Part.self, named: name))
      #expect(try await ask(container, name, as: form.caller(1)).error().code == .notRegistered)
      go.open()
      for caller in callers { #expect(try await caller.value().build == 1) }
      for index in 0..<2 { #expect(try await ask(container, name, as: form.caller(index)).error().code == .notRegistered) }
      #expect(try !container.unregister(Part.self, named: name))
    }

    @Test("Case 43 S: registering again after unregister is a fresh generation")
    func againThreads() async throws { try await again(.threads) }

    @Test("Case 43 A: registering again after unregister is a fresh generation")
    func againTasks() async throws { try await again(.tasks) }

    @Test("Case 43 M: registering again after unregister is a fresh generation", arguments: Form.mixes)
    func againBoth(_ form: Form) async throws { try await again(form) }

    private func again(_ form: Form) async throws {
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

    @Test("Case 44 S: what began before a reset is never returned after it", arguments: [false, true])
    func resetThreads(_ all: Bool) async throws { try await reset(.threads, all: all) }

    @Test("Case 44 A: what began before a reset is never returned after it", arguments: [false, true])
    func resetTasks(_ all: Bool) async throws { try await reset(.tasks, all: all) }

    @Test("Case 44 M: what began before a reset is never returned after it", arguments: Form.mixes)
    func resetBoth(_ form: Form) async throws { try await reset(form, all: false) }

    private func reset(_ form: Form, all: Bool) async throws {
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
