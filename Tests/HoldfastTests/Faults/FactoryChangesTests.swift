import Holdfast
import Testing

extension Faults {
  @Suite("Factories that change the container")
  struct FactoryChangesTests {
    @Test("Case 45: a factory replaces its own key, which counts from the next resolve", arguments: Form.allCases)
    func replaceOwnKey(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let plan = Plan(name, ledger).checking { [weak container] build in
        if build == 1 { try container?.register(Plan(name, ledger), as: form) }
      }
      try container.register(plan, as: form)
      #expect(try await ask(container, name, as: form.caller(0)).value().build == 1)
      let parts = try await herd(4, container, name, as: form).map { try $0.get() }
      #expect(parts.allSatisfy { $0 === parts[0] && $0.build == 2 })
    }

    @Test("Case 46: a factory registers other keys", arguments: Form.allCases)
    func registerOthers(_ form: Form) async throws {
      let (container, ledger, names) = (Container(), Ledger(), Name.fresh(4))
      let plan = Plan(names[0], ledger, needs: [names[1], names[2]]).checking { [weak container] _ in
        try container?.register(Plan(names[1], ledger), as: form)
        try container?.registerAll { batch in
          batch.register(Plan(names[2], ledger), as: form)
          batch.register(Plan(names[3], ledger), as: form)
        }
      }
      try container.register(plan, as: form)
      #expect(try await ask(container, names[0], as: form.caller(0)).value().parts.map(\.name) == [names[1], names[2]])
      #expect(container.contains(Part.self, named: names[3]))
    }

    @Test("Case 47: a factory registers and then resolves its own key: the new registration, no cycle", arguments: Form.allCases)
    func registerAndResolve(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      let plan = Plan(name, ledger, needs: [name]).checking { [weak container] _ in
        try container?.register(Plan(name, ledger), as: form)
      }
      try container.register(plan, as: form)
      let outer = try await ask(container, name, as: form.caller(0)).value()
      #expect(outer.build == 1)
      #expect(outer.parts.first?.build == 2)
      #expect(try await ask(container, name, as: form.caller(1)).value() === outer.parts.first)
    }
  }
}
