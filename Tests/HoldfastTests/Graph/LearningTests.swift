import Holdfast
import Testing

extension WiringTests {
  @Suite("Learned edges")
  struct Learning {
    private let container = Container()

    init() throws {
      try container.register(Clock.self) { _ in Clock() }
        .register((any Store).self) { r in try Disk(clock: r.resolve()) }
        .register(Journal.self) { r in try Journal(clock: r.resolve(), store: r.resolve()) }
    }

    private func edges(of key: AnyKey) -> [DependencyGraph.Edge] { container.graph().edges.filter { $0.from == key } }

    @Test("What a closure resolves is known once it has run, hits included")
    func learned() throws {
      #expect(container.graph().edges.isEmpty)
      _ = try container.resolve(Clock.self)
      _ = try container.resolve(Journal.self)
      #expect(edges(of: AnyKey(Journal.self)).map(\.to) == [AnyKey(Clock.self), AnyKey((any Store).self)])
      #expect(edges(of: AnyKey((any Store).self)).map(\.to) == [AnyKey(Clock.self)])
      #expect(container.graph().edges.allSatisfy { $0.origin == .observed && $0.kind == .value })
    }

    @Test("What a closure declares is known at once, and not learned again")
    func declared() throws {
      try container.declare(Journal.self, needs: .on(Clock.self), .on((any Store).self, as: .lazy))
      let before = edges(of: AnyKey(Journal.self))
      #expect(before.map(\.kind) == [.value, .lazy])
      #expect(before.allSatisfy { $0.origin == .declared })
      _ = try container.resolve(Journal.self)
      #expect(edges(of: AnyKey(Journal.self)) == before)
      #expect(container.keys.count == 3, "a declaration is not a registration")
    }

    @Test("An asynchronous factory is learned of too", .timeLimit(.minutes(5)))
    func asynchronous() async throws {
      try container.register(Int.self, async: { r in try await r.resolve(Journal.self).clock === r.resolve(Clock.self) ? 1 : 0 })
      _ = try await container.resolve(Int.self)
      #expect(edges(of: AnyKey(Int.self)).map(\.to) == [AnyKey(Journal.self), AnyKey(Clock.self)])
    }

    @Test("A transient under a shared value is learned of as itself")
    func transient() throws {
      try container.register(Journal.self, named: "new", scope: .transient) { r in try Journal(clock: r.resolve(), store: r.resolve()) }
        .register(Int.self) { r in try r.resolve(Journal.self, named: "new").clock === r.resolve(Clock.self) ? 1 : 0 }
      _ = try container.resolve(Int.self)
      #expect(edges(of: AnyKey(Int.self)).map(\.to) == [AnyKey(Journal.self, named: "new"), AnyKey(Clock.self)])
      #expect(edges(of: AnyKey(Journal.self, named: "new")).map(\.to) == [AnyKey(Clock.self), AnyKey((any Store).self)])
    }

    @Test("A registration that takes the place of another one is not taken for it")
    func replaced() throws {
      _ = try container.resolve(Journal.self)
      try container.register(Journal.self) { _ in Journal(clock: Clock(), store: Shelf()) }
      _ = try container.resolve(Journal.self)
      #expect(edges(of: AnyKey(Journal.self)).isEmpty, "what the old factory resolved is not what the new one does")
    }

    @Test("A wired registration that takes the place of a declared one speaks for itself")
    func rewired() throws {
      try container.declare(Journal.self, needs: .on(Int.self))
      try container.register(Journal.self, wiring: Journal.init)
      #expect(edges(of: AnyKey(Journal.self)).map(\.to) == [AnyKey(Clock.self), AnyKey((any Store).self)])
    }
  }
}
