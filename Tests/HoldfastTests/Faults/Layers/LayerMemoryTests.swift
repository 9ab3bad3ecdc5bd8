import Holdfast
import HoldfastCompatibility
import TestSupport
import Testing

extension Faults {
  @Suite("What layers keep")
  struct LayerMemoryTests {
    /// ```
    ///   two callers inside one layer
    ///   make children, use and drop them
    ///   open scopes in a child, use and end them
    /// ```
    @Test("Case 97: a layer keeps nothing for children and scopes that are gone", arguments: Form.allCases)
    func keepsNothing(_ form: Form) async throws {
      let (container, ledger) = (Container(), Ledger())
      try container.register(Part.self, named: "single") { _ in Part("real") }
      try container.register(Part.self, named: "scoped", scope: .scoped) { _ in Part("scoped", ledger: ledger) }
      let child = Container(parent: container)
      let override: @Sendable (Batch) -> Void = { $0.register(Part.self, named: "single", instance: Part("fake")) }
      let grown = ask(as: form.caller(0)) {
        try container.withOverrides(override) {
          try Memory.growth(150) { _ in try Self.useChild(of: container, ledger) }
            + Memory.growth(6_000) { _ in try child.withScope { _ = try $0.resolveNow(Part.self, named: "scoped") } }
        }
      } async: {
        try await container.withOverrides(override) { () async throws in
          // Suspends now and then, as tasks do.
          var grown = 0
          for _ in 0..<10 {
            grown += try Memory.growth(20) { _ in try Self.useChild(of: container, ledger) }
            await Task.yield()
            grown += try Memory.growth(600) { _ in try child.withScope { _ = try $0.resolveNow(Part.self, named: "scoped") } }
          }
          return grown
        }
      }
      let alive = ask(as: form.caller(1)) {
        try container.withOverrides(override) {
          for _ in 0..<60 { try Self.useChild(of: container, ledger) }
          try container.withScope { scope in
            for _ in 0..<60 { try container.withOverrides(override) { _ = try scope.resolveNow(Part.self, named: "scoped") } }
          }
          return ledger.alive.value
        }
      } async: {
        try await container.withOverrides(override) { () async throws in
          for _ in 0..<60 { try Self.useChild(of: container, ledger) }
          try await container.withScope { scope in
            for _ in 0..<60 {
              try await container.withOverrides(override) { () async throws in _ = try await scope.resolve(Part.self, named: "scoped") }
            }
          }
          return ledger.alive.value
        }
      }
      #expect(try await grown.value() < 3 << 20)
      // What the other caller has in its hands.
      #expect(try await alive.value() < 10)
      try await Timeout.until("nothing is left") { ledger.alive.value == 0 }
    }

    private static func useChild(of container: Container, _ ledger: Ledger) throws {
      let child = Container(parent: container)
      try child.register(Part.self, named: "childs") { r in Part("childs", parts: [try r.resolve(named: "single")], ledger: ledger) }
      let part = try child.resolveNow(Part.self, named: "childs")
      if part.parts[0].name != "fake" { Issue.record("a child saw \(part.parts[0])") }
    }

    @Test("Case 97 A: what a dropped child had in a layer is disposed of before the layer is over")
    func disposed() async throws {
      let (container, disposed) = (Container(), Counter())
      try await container.withOverrides({ _ in }) { () async throws in
        for _ in 0..<100 {
          let child = Container(parent: container)
          try child.register(Part.self, scope: .singleton(dispose: { _ in disposed.add() })) { _ in Part("childs") }
          _ = try await child.resolve(Part.self)
        }
      }
      #expect(disposed.value == 100)
    }

    @Test("Case 97 S: a child is dropped while its provider is used inside a layer of its parent")
    func droppedWhileUsed() async throws {
      let container = Container()
      try await onThread {
        try container.withOverrides({ _ in }) {
          let layers = OverrideLayers.current
          for _ in 0..<300 {
            var child: Container? = Container(parent: container)
            try child?.register(Part.self) { _ in Part("childs") }
            guard let provider = child?.resolver else { return }
            let users = (0..<2).map { number in
              Pending<Void>.inTask {
                await layers.apply { () async in
                  while let part = try? await provider.resolve(Part.self) { if part.name != "childs" { Issue.record("\(part)") } }
                }
              }
            }
            _ = try child?.resolveNow(Part.self)
            child = nil
            for user in users { try user.block() }
          }
        }
      }
    }
  }
}
