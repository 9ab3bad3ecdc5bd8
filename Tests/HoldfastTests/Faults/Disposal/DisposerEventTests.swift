import Holdfast
import HoldfastDiagnostics
import OnceKernel
import Testing

extension Faults {
  @Suite("Disposers that throw, and observers")
  struct DisposerEventTests {
    private struct Refusal: Error {}

    private let container = Container()
    private let lines = Chronicle()

    private func register(_ name: Name, _ scope: Sharing, as form: Form) throws {
      try container.register(Part.self, named: name, scope: scope.lifetime(dispose: { _ in throw Refusal() }), as: form) { _ in
        Part(name)
      } async: { _ in
        Part(name)
      }
    }

    @Test("Case 139: a disposer that throws is an event at once: of a scope, of a reset, of a shutdown", arguments: Form.allCases)
    func told(_ form: Form) async throws {
      let names = Name.fresh(3)
      try register(names[0], .scoped, as: form)
      try register(names[1], .singleton, as: form)
      try register(names[2], .singleton, as: form)
      let observation = container.observe { [lines] event in
        if "\(event)".contains("Refusal") { lines.note("\(event.key)") }
      }
      let scope = try container.openScope()
      _ = try await ask(as: form.caller(0)) {
        try scope.resolveNow(Part.self, named: names[0])
      } async: {
        try await scope.resolve(Part.self, named: names[0])
      }.value()
      await scope.end()
      #expect(lines.all == ["\(keys(names[0])[0])"])

      for name in names[1...] { _ = try await ask(container, name, as: form.caller(1)).value() }
      try container.reset(Part.self, named: names[1])
      try await Timeout.until("the disposer of what was reset is told of") { lines.all.count == 2 }
      let report = try await container.shutdown(deadline: nil)
      #expect(lines.all == keys(names[0], names[1], names[2]).map(\.description))
      #expect(report.failures.count == 3)
      observation.cancel()
    }
  }
}
