import Holdfast
import Testing

extension Faults {
  @Suite("Layers of containers that end")
  struct LayerLifeTests {
    /// How a factory inside the layer comes to ask the container that drains.
    enum Reach: CaseIterable { case captured, child, grandchild, arguments }

    /// ```
    ///   inside a layer over c             outside it
    ///   builds a, which holds             builds x, which holds
    ///                                     c shuts down, and drains because of x
    ///   a goes on: asks c for b
    ///                                     x goes on; c is shut down
    /// ```
    @Test("Case 83: while its container drains, a build inside a layer gets the overrides", arguments: Form.allCases, Reach.allCases)
    func draining(_ form: Form, _ reach: Reach) async throws {
      let (real, names, container) = (Ledger(), Name.fresh(3), Container())
      let (started, go, busy, finish) = (Gate("a is being built"), Gate("a goes on"), Gate("x is being built"), Gate("x goes on"))
      let asked =
        switch reach {
        case .captured, .arguments: container
        case .child: Container(parent: container)
        case .grandchild: Container(parent: Container(parent: container))
        }
      try container.register(Plan(names[1], real), as: form)
      try container.register(Plan(names[2], real).gated(started: busy, go: finish), as: form)
      try container.register(Part.self, named: names[1], .factory(taking: Int.self) { _, _ in Part("real", build: real.begin(names[1])) })
      try asked.register(Part.self, named: names[0], as: form) { r in
        started.open()
        try go.block()
        let part: Part =
          switch reach {
          case .captured: try container.resolve(named: names[1])
          case .arguments: try container.resolve(named: names[1], with: 1)
          case .child, .grandchild: try r.resolve(named: names[1])
          }
        return Part(names[0], parts: [part])
      } async: { r in
        started.open()
        try await go.pass()
        let part: Part =
          switch reach {
          case .captured: try await container.resolve(named: names[1])
          case .arguments: try await container.resolve(named: names[1], with: 1)
          case .child, .grandchild: try await r.resolve(named: names[1])
          }
        return Part(names[0], parts: [part])
      }
      let override: @Sendable (Batch) -> Void = {
        $0.register(Part.self, named: names[1], instance: Part("fake"))
        $0.register(Part.self, named: names[1], .factory(taking: Int.self) { _, _ in Part("fake") })
      }
      let inside = ask(as: form.caller(0)) {
        try container.withOverrides(override) { try asked.resolveNow(Part.self, named: names[0]).parts[0].name }
      } async: {
        try await container.withOverrides(override) { () async throws in
          try await asked.resolve(Part.self, named: names[0]).parts[0].name
        }
      }
      let outside = ask(container, names[2], as: form.caller(1))
      try await started.pass()
      try await busy.pass()
      let end = Pending.inTask { _ = try await container.shutdown(deadline: nil) }
      try await Timeout.until("the container drains") { isOver(container) }
      go.open()
      #expect(try await inside.value() == "fake")
      #expect(real.builds(names[1]) == 0)
      finish.open()
      _ = try await outside.value()
      try await end.value()
    }

    @Test("Case 83 A: a layer over a container that is shut down is shut down too, and runs no real factory", arguments: [false, true])
    func closed(isSealed: Bool) async throws {
      let (real, names, container) = (Ledger(), Name.fresh(3), Container())
      for name in names { try container.register(Plan(name, real), as: .threads) }
      try container.register(Provider<Part>.self) { r in r.provider(named: names[1]) }
      if isSealed { container.seal() }
      let override: @Sendable (Batch) -> Void = { $0.register(Part.self, named: names[0], instance: Part("fake")) }
      try await container.withOverrides(override) { () async throws in
        #expect(try await container.resolve(Part.self, named: names[0]).name == "fake")
        let outer = try await container.resolve(Provider<Part>.self)
        try await container.withOverrides({ _ in }) { () async throws in
          let inner = try await container.resolve(Provider<Part>.self)
          _ = try await (outer(), inner())
          try await container.shutdown(deadline: nil)
          for name in names { #expect(try failure { try container.resolveNow(Part.self, named: name) }.code == .shutDown) }
          for provider in [outer, inner] { #expect(try failure { try provider.callAsFunction() }.code == .shutDown) }
        }
        for name in names { #expect(try failure { try container.resolveNow(Part.self, named: name) }.code == .shutDown) }
      }
      try await container.withOverrides(override) { () async throws in
        for name in names { #expect(try failure { try container.resolveNow(Part.self, named: name) }.code == .shutDown) }
      }
      #expect(real.builds(names[0]) == 0)
      #expect(real.builds(names[2]) == 0)
    }

    /// Whether it refuses callers from outside.
    private func isOver(_ container: Container) -> Bool {
      (try? failure { try container.resolveNow(Part.self, named: "nothing") }.code) == .shutDown
    }
  }
}
