import Holdfast
import Testing

extension Faults {
  @Suite("What is no cycle")
  struct NoCycleTests {
    @Test("Case 35: a diamond is no cycle", arguments: Form.allCases)
    func diamond(_ form: Form) async throws {
      for _ in 0..<40 {
        let (container, ledger, names) = (Container(), Ledger(), Name.fresh(4))
        for (name, needs) in zip(names, [[names[1], names[2]], [names[3]], [names[3]], []]) {
          try container.register(Plan(name, ledger, needs: needs), as: form)
        }
        let start = Gate("the start")
        let callers = (0..<8).map { ask(container, names[$0 % 4], as: form.caller($0), after: start) }
        start.open()
        for caller in callers { _ = try await caller.value() }
        let top = try container.resolveNow(Part.self, named: names[0])
        #expect(top.parts[0].parts[0] === top.parts[1].parts[0])
        #expect(names.allSatisfy { ledger.builds($0) == 1 })
      }
    }

    private struct Holder: Sendable {
      let part: Part
      let provider: Provider<Holder>
      let lazy: Lazy<Holder>
    }

    @Test("Case 36: a provider or a lazy reference breaks a cycle", arguments: Form.allCases)
    func provider(_ form: Form) async throws {
      let (container, names) = (Container(), Name.fresh(2))
      for (name, other) in [(names[0], names[1]), (names[1], names[0])] {
        try container.register(Holder.self, named: name, as: form) { r in
          Holder(part: Part(name), provider: r.provider(named: other), lazy: r.lazy(named: other))
        }
      }
      for index in 0..<2 {
        let caller = ask(as: form.caller(index)) {
          let holder = try container.resolveNow(Holder.self, named: names[0])
          return [
            holder, try holder.provider(), try holder.lazy.value(), try holder.provider().provider(), try holder.lazy.value().lazy.value(),
          ]
        } async: {
          let holder = try await container.resolve(Holder.self, named: names[0])
          let next = try await holder.provider()
          let other = try await holder.lazy.value()
          return [holder, next, other, try await next.provider(), try await other.lazy.value()]
        }
        let parts = try await caller.value().map(\.part)
        #expect(parts.map(\.name) == [names[0], names[1], names[1], names[0], names[0]])
        #expect(parts[1] === parts[2] && parts[3] === parts[0] && parts[4] === parts[0])
      }
    }
  }
}
