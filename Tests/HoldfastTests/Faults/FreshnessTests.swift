import Holdfast
import TestSupport
import Testing

extension Faults {
  @Suite("Freshness under load")
  struct FreshnessTests {
    /// The builds that had begun before a reset are known by their numbers; a resolve after it must have a higher one.
    @Test("Case 44: resets race resolves, and none returns what began before its reset", arguments: Form.allCases)
    func race(_ form: Form) async throws {
      let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
      try container.register(Plan(name, ledger), as: form)
      let rounds = Sanitizer.isThread ? 300 : 1000
      let callers = (0..<4).map { index in
        ask(as: form.caller(index)) {
          for _ in 0..<rounds {
            let before = ledger.builds(name)
            try container.reset(Part.self, named: name)
            if try container.resolveNow(Part.self, named: name).build <= before { return false }
          }
          return true
        } async: {
          for _ in 0..<rounds {
            let before = ledger.builds(name)
            try container.reset(Part.self, named: name)
            if try await container.resolve(Part.self, named: name).build <= before { return false }
          }
          return true
        }
      }
      for caller in callers { #expect(try await caller.value()) }
      try container.unregister(Part.self, named: name)
      try await Timeout.until("all parts are released") { ledger.alive.value == 0 }
    }
  }
}
