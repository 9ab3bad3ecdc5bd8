import Holdfast
import HoldfastDiagnostics
import Testing

extension WiringTests {
  @Suite("ObservedDependencies edges")
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
      #expect(container.graph().edges.allSatisfy { !$0.isDeclared && $0.kind == .value })
    }

    @Test("What a closure declares is known at once, and what else it asks for is added")
    func declared() throws {
      try container.declare(Journal.self, needs: .on(Clock.self), .on((any Store).self, as: .lazy))
      let before = edges(of: AnyKey(Journal.self))
      #expect(before.map(\.kind) == [.value, .lazy])
      #expect(before.allSatisfy { $0.isDeclared })
      _ = try container.resolve(Journal.self)
      let added = edges(of: AnyKey(Journal.self)).filter { !before.contains($0) }
      #expect(added.map(\.to) == [AnyKey((any Store).self)], "a lazy reference was declared, and the value was taken")
      #expect(added.map(\.isDeclared) == [false] && edges(of: AnyKey(Journal.self)).count == 3)
      #expect(container.keys().count == 3, "a declaration is not a registration")
    }

    @Test("An asynchronous factory is learned of too", .bounded)
    func asynchronous() async throws {
      try container.register(Int.self, .async { r in try await r.resolve(Journal.self).clock === r.resolve(Clock.self) ? 1 : 0 })
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

    @Test("What a factory resolves through generic code is learned too, with a key, a name and arguments")
    func generic() throws {
      try container.register(Clock.self, named: "wall") { _ in Clock() }
        .register(String.self, scope: .transient, .factory(taking: Int.self) { _, number in "\(number)" })
        .register(Journal.self, named: "generic") { r in try makeJournal(r) }
      _ = try container.resolve(Journal.self, named: "generic")
      #expect(
        edges(of: AnyKey(Journal.self, named: "generic")).map(\.to) == [
          AnyKey(Clock.self, named: "wall"), AnyKey(String.self, taking: Int.self), AnyKey(Clock.self), AnyKey((any Store).self),
        ])
    }

    @Test("What child tasks of a factory resolve is learned too", .bounded)
    func concurrent() async throws {
      try container.register(
        Journal.self, named: "concurrent",
        .async { r in
          let concurrent = r.concurrent
          async let clock: Clock = concurrent.resolve()
          async let store: any Store = concurrent.resolve()
          return try await Journal(clock: clock, store: store)
        })
      _ = try await container.resolve(Journal.self, named: "concurrent")
      let needs = edges(of: AnyKey(Journal.self, named: "concurrent")).map(\.to)
      #expect(Set(needs) == [AnyKey(Clock.self), AnyKey((any Store).self)])
    }

    @Test("What a factory asks for only if it is registered may be missing", arguments: [true, false])
    func ifRegistered(generic: Bool) throws {
      try container.register(Int.self) { r in try (generic ? clockIfRegistered(r) : r.resolveIfRegistered(Clock.self)) == nil ? 0 : 1 }
      #expect(try container.resolve(Int.self) == 1)
      #expect(edges(of: AnyKey(Int.self)).map(\.kind) == [.optional])
      try container.unregister(Clock.self)
      try container.unregister(Journal.self)
      #expect(container.problems().allSatisfy { $0.key != AnyKey(Int.self) }, "it does without")
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
      try container.register(Journal.self, .wired(Journal.init))
      #expect(edges(of: AnyKey(Journal.self)).map(\.to) == [AnyKey(Clock.self), AnyKey((any Store).self)])
    }

    @Test("What a closure needs is unknown until a build has run it to its end, also where it needs nothing")
    func unknown() async throws {
      try container.register(Int.self, instance: 1).register(Shelf.self, .wired { (clock: Clock) in Shelf() })
        .register(Double.self, scope: .transient) { _ in 1 }.declare(Double.self)
      try container.register(Float.self) { r -> Float in
        _ = try r.resolve(Clock.self)
        throw Broken(build: 1)
      }
      func unknown() -> Set<String> {
        Set(
          container.graph().nodes.filter { !$0.areNeedsKnown }.map { ($0.key.typeName.split(separator: ".").last).map(String.init) ?? "" })
      }
      #expect(unknown() == ["Clock", "Store", "Journal", "Float"])
      _ = try container.resolveNow(Clock.self)
      #expect(unknown() == ["Store", "Journal", "Float"])
      _ = try? container.resolveNow(Float.self)
      #expect(unknown() == ["Store", "Journal", "Float"], "it may need more than it came to ask for")
      _ = try await container.resolve(Journal.self)
      #expect(unknown() == ["Float"])
      try container.register(Clock.self) { _ in Clock() }
      #expect(unknown() == ["Clock", "Float"], "another factory may need something else")
    }

    @Test("What runs in tasks, in scopes, from arguments and inside other factories is known then")
    func ways() async throws {
      let container = Container()
      try container.register(Int8.self, .async { _ in 1 })
      try container.register(Int16.self, scope: .scoped) { _ in 1 }
      try container.register(Int32.self, scope: .graph) { _ in 1 }
      try container.register(Int64.self, .mainActor { _ in 1 })
      try container.register(UInt8.self, scope: .cached("few")) { _ in 1 }
      try container.register(UInt16.self, .factory(taking: Int.self) { _, _ in 1 })
      try container.register(UInt64.self, scope: .cached("few"), .factory(taking: Int.self) { _, _ in 1 })
      try container.register(Float.self, scope: .scoped, .factory(taking: Int.self) { _, _ in 1 })
      try container.register(UInt32.self, scope: .transient) { _ in 1 }
      try container.register(Bool.self, .async { r in try await r.resolve(UInt32.self) == 1 })
      func unknown() -> Int { container.graph().nodes.filter { !$0.areNeedsKnown }.count }
      #expect(unknown() == 10)
      _ = try await container.resolve(Int8.self)
      _ = try await container.resolve(Int64.self)
      _ = try await container.resolve(UInt8.self)
      _ = try await container.resolve(Int32.self)
      _ = try await container.resolve(UInt16.self, with: 7)
      _ = try await container.resolve(UInt64.self, with: 7)
      _ = try await container.withScope { scope in
        _ = try await scope.resolve(Int16.self)
        _ = try await scope.resolve(Float.self, with: 7)
      }
      #expect(unknown() == 2)
      _ = try await container.resolve(UInt32.self)
      #expect(unknown() == 2, "no build asked for it")
      _ = try await container.resolve(Bool.self)
      #expect(unknown() == 0)
    }

    @Test("Looking at a graph in a layer comes to use nothing of its container's")
    func untouched() async throws {
      _ = try await container.resolve(Journal.self)
      let onLive: @Sendable (AnyKey) -> Void = { key in Issue.record("\(key) came to be used") }
      let overrides: (Batch) -> Void = { $0.register(Int.self, instance: 1) }
      try await container.withOverrides(overrides, onLive: onLive, fileID: #fileID, line: #line) {
        #expect(container.graph().nodes.count == 4)
        #expect(container.problems(.afterRun).count == 3, "nothing has run here")
      }
    }

    @Test("It is drawn as unknown, and is a problem after a run; what no root is known to need tells of it")
    func reported() throws {
      #expect(container.graph().text.contains("Journal (singleton, needs unknown)"))
      #expect(container.graph().dot.contains("singleton, needs unknown") && container.graph().mermaid.contains("singleton, needs unknown"))
      try container.validate()
      try container.validate(.afterWarmUp)
      #expect(container.problems(.afterRun).map(\.kind) == [.unknown, .unknown, .unknown])
      let unreachable = container.problems(roots: [AnyKey(Journal.self)])
      #expect(unreachable.map(\.kind) == [.unreachable, .unreachable])
      #expect(unreachable[0].message.hasSuffix("no root is known to need it. The needs of \(AnyKey(Journal.self)) are not known yet."))
      _ = try container.resolve(Journal.self)
      try container.validate(.afterRun, roots: [AnyKey(Journal.self)])
      #expect(!container.graph().text.contains("unknown"))
    }
  }
}

private func makeJournal(_ resolver: some Resolver) throws -> Journal {
  _ = try resolver.resolve(Clock.self, named: "wall")
  _ = try resolver.resolve(String.self, with: 7)
  return try Journal(clock: resolver.resolve(Key<Clock>()), store: resolver.resolve())
}

private func clockIfRegistered(_ resolver: some Resolver) throws -> Clock? { try resolver.resolveIfRegistered(Clock.self) }
