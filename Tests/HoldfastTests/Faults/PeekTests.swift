import Holdfast
import Testing

extension Faults {
  @Suite("Peek and values")
  struct PeekTests {
    @Test("Inside an override layer a peek sees what was built there, and outside it does not")
    func layer() throws {
      let (container, name) = (Container(), Name.fresh("a"))
      try container.register(Part.self, named: name) { _ in Part(name) }
      let outer = try container.resolveNow(Part.self, named: name)
      try container.withOverrides {
        $0.register(Part.self, named: name) { _ in Part(name) }
      } operation: {
        #expect(container.peek(Part.self, named: name) == nil)
        let inner = try container.resolveNow(Part.self, named: name)
        #expect(container.peek(Part.self, named: name) === inner)
      }
      #expect(container.peek(Part.self, named: name) === outer)
    }

    @Test("Case 04: a peek answers at once during a build", arguments: Form.allCases)
    func peek(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let (started, go) = (Gate("the build"), Gate("go"))
      try container.register(Plan(name, ledger).gated(started: started, go: go), as: form)
      #expect(container.peek(Part.self, named: name) == nil)
      #expect(ledger.builds(name) == 0)
      let builder = ask(container, name, as: form.caller(0))
      try await started.pass()
      for index in 0..<4 {
        #expect(try await ask(as: form.caller(index)) { container.peek(Part.self, named: name) }.value() == nil)
      }
      go.open()
      let part = try await builder.value()
      #expect(container.peek(Part.self, named: name) === part)
      #expect(ledger.builds(name) == 1)
    }

    private struct Setting: Sendable {
      let value: String?
    }

    @Test("Case 09: a result that holds nil is cached as a value", arguments: Form.allCases)
    func nothing(_ form: Form) async throws {
      let (container, builds) = (Container(), Counter())
      try container.register(Setting.self, as: form) { _ in
        builds.add()
        return Setting(value: nil)
      }
      for index in 0..<4 {
        let caller = ask(container, Setting.self, as: form.caller(index)) { $0.value }
        #expect(try await caller.value() == nil)
      }
      #expect(builds.value == 1)
    }

    /// Every factory waits until all of them run, so that neither a shared build nor one after the other could pass.
    @Test("Case 10: transient keys never coalesce", arguments: Form.allCases)
    func transient(_ form: Form) async throws {
      let (container, ledger, name, all) = (Container(), Ledger(), Name.fresh("a"), Countdown(6, "all factories run"))
      try container.register(Part.self, named: name, scope: .transient, as: form) { _ in
        all.arrive()
        try all.block()
        return Part(name, build: ledger.begin(name))
      } async: { _ in
        all.arrive()
        try await all.pass()
        return Part(name, build: ledger.begin(name))
      }
      let parts = try await herd(6, container, name, as: form).map { try $0.get() }
      #expect(Set(parts.map(ObjectIdentifier.init)).count == 6)
      #expect(ledger.builds(name) == 6)
    }
  }
}
