import Holdfast
import TestSupport
import Testing

extension Faults {
  @Suite("Weak instances")
  struct WeakTests {
    /// Says when it is dead.
    private final class Beacon: Sendable {
      private let light = Counter(1)

      deinit { light.set(0) }

      var isLit: Bool { light.value == 1 }
    }

    @Test("Case 51: the last strong reference dies during a resolve: a living object, never a zombie", arguments: Form.allCases)
    func zombie(_ form: Form) async throws {
      let (container, name) = (Container(), Name.fresh("beacon"))
      try container.register(Beacon.self, named: name, scope: .weak) { _ in Beacon() }
      let rounds = Sanitizer.isThread ? 1000 : 5000
      let callers = (0..<4).map { index in
        ask(as: form.caller(index)) {
          try (0..<rounds).allSatisfy { _ in try container.resolveNow(Beacon.self, named: name).isLit }
        } async: {
          for _ in 0..<rounds where try await !container.resolve(Beacon.self, named: name).isLit { return false }
          return true
        }
      }
      for caller in callers { #expect(try await caller.value()) }
      try await Timeout.until("the beacon is dead") { container.peek(Beacon.self, named: name) == nil }
    }

    @Test("Case 52: resolves after the death share one rebuild", arguments: Form.allCases)
    func rebuild(_ form: Form) async throws {
      for _ in 0..<20 {
        let (container, ledger, name) = (Container(), Ledger(), Name.fresh("a"))
        let plan = Plan(name, ledger)
        try container.register(Part.self, named: name, scope: .weak) { r in try plan.make(r) }
        _ = try await ask(container, name, as: form.caller(0)).value()
        try await Timeout.until("the first part is dead") { ledger.alive.value == 0 }
        let parts = try await herd(6, container, name, as: form).map { try $0.get() }
        #expect(parts.allSatisfy { $0 === parts[0] && $0.build == 2 })
        #expect(container.peek(Part.self, named: name) === parts[0])
      }
    }
  }
}
