import Holdfast
import Testing

extension Faults {
  @Suite("Overrides")
  struct OverrideTests {
    /// ```
    ///   one caller                        others
    ///   opens a layer over c
    ///   resolves a and b: they need c     resolve a and b at the same time
    ///   layer ends
    /// ```
    @Test("Case 81: what is built under an override stays there, and what was cached before is built anew inside", arguments: Form.allCases)
    func layer(_ form: Form) async throws {
      for _ in 0..<20 {
        let (container, ledger, fakes, names) = (Container(), Ledger(), Ledger(), Name.fresh(3))
        try container.register(Plan(names[0], ledger, needs: [names[2]]), as: form)
        try container.register(Plan(names[1], ledger, needs: [names[2]]), as: form)
        try container.register(Plan(names[2], ledger), as: form)
        // Of the two that depend on what will be overridden, one is there before.
        let before = try await ask(container, names[0], as: form.caller(1)).value()
        let start = Gate("inside and outside at once")
        let override: @Sendable (Batch) -> Void = { $0.register(Part.self, named: names[2], instance: Part("fake", ledger: fakes)) }
        let inside = ask(as: form.caller(0), after: start) {
          try container.withOverrides(override) {
            try names.prefix(2).map { try container.resolveNow(Part.self, named: $0).parts[0].name }
          }
        } async: {
          try await container.withOverrides(override) {
            var found: [Name] = []
            for name in names.prefix(2) { found.append(try await container.resolve(Part.self, named: name).parts[0].name) }
            return found
          }
        }
        let outside = (0..<4).map { ask(container, names[$0 % 2], as: form.caller($0), after: start) }
        start.open()
        #expect(try await inside.value() == ["fake", "fake"])
        for caller in outside { #expect(try await caller.value().parts[0].name == names[2]) }
        #expect(try await ask(container, names[0], as: form.caller(0)).value() === before)
        #expect(try await ask(container, names[1], as: form.caller(0)).value().parts[0].name == names[2])
        try await Timeout.until("nothing of the layer is left") { fakes.alive.value == 0 }
      }
    }
  }
}
