import Holdfast
import HoldfastDiagnostics
import Testing

/// All of a type in a task, which waits for what is built asynchronously.
@Suite("All of a type, awaited")
struct ResolveAllTests {
  private let container = Container()

  private func register(_ scope: Sharing = .singleton) throws {
    try container.register(Part.self, named: "z", scope: scope.lifetime(), .async { _ in Part("z") })
      .register(Part.self, scope: scope.lifetime()) { _ in Part("unnamed") }
      .register(Part.self, named: "a", scope: scope.lifetime(), .mainActor { _ in Part("a") })
  }

  @Test("They come in the order of registration, named or not, and are awaited")
  func order() async throws {
    try register()
    let parts = try await container.resolveAll(Part.self)
    #expect(parts.map(\.name) == ["z", "unnamed", "a"])
    let inferred: [Part] = try await container.resolveAll()
    let now = try { try container.resolveAll(Part.self) }()
    #expect(zip(parts, inferred).allSatisfy { $0 === $1 } && zip(parts, now).allSatisfy { $0 === $1 })
  }

  @Test("Who asks synchronously is told to await, and can")
  func remedy() async throws {
    try register()
    let error = try failure { try { try container.resolveAll(Part.self) }() }
    #expect(error.code == .asyncOnly && error.remedy.hasPrefix("Resolve it with await"))
    let parts = try await container.resolveAll(Part.self)
    #expect(parts.count == 3)
  }

  @Test("In a factory, in a scope, with a parent, and under an override")
  func everywhere() async throws {
    try register(.scoped)
    try container.register([Part].self, scope: .scoped, .async { r in try await r.resolveAll(Part.self) })
    try await container.withScope { scope in
      let parts = try await scope.resolveAll(Part.self)
      let gathered = try await scope.resolve([Part].self)
      #expect(parts.map(\.name) == ["z", "unnamed", "a"] && zip(parts, gathered).allSatisfy { $0 === $1 })
      #expect(try { try scope.resolveAll(Part.self) }().count == 3)
    }
    let parent = Container()
    try parent.register(Part.self, named: "parent", .async { _ in Part("parent") })
    let child = Container(parent: parent)
    try child.register(Part.self, named: "child", .async { _ in Part("child") })
    let all = try await child.resolveAll(Part.self, includingParent: true)
    #expect(all.map(\.name) == ["parent", "child"])
    try await parent.withOverrides({ $0.register(Part.self, named: "parent") { _ in Part("fake") } }) {
      let fakes = try await child.resolveAll(Part.self, includingParent: true)
      #expect(fakes.map(\.name) == ["fake", "child"])
    }
  }

  @Test("An asynchronous initializer that takes the resolver gets it")
  func wiredResolver() async throws {
    try register()
    try container.register(
      Int.self,
      .asyncWired { (r: any Resolver & Sendable, parts: [Part]) async throws in
        let part = try await r.resolve(Part.self, named: "z")
        return part === parts[0] ? parts.count : -1
      })
    #expect(try await container.resolve(Int.self) == 3)
  }

  @Test("What is registered, replaced and unregistered after the first question is found in the next one")
  func changes() async throws {
    func names() throws -> [Name] { try { try container.resolveAll(Part.self) }().map(\.name) }
    #expect(try names() == [])
    try container.register(Part.self, named: "b") { _ in Part("b") }.register(Part.self) { _ in Part("plain") }
      .register(Window.self, named: "b") { _ in Window() }.register(Part.self, named: "a") { _ in Part("a") }
    #expect(try names() == ["b", "plain", "a"])
    try container.register(Part.self, named: "b") { _ in Part("again") }
    #expect(try names() == ["plain", "a", "again"])
    try container.reset(Part.self, named: "a")
    try container.unregister(Part.self, named: "b")
    #expect(try names() == ["plain", "a"])
    try container.unregister(Part.self)
    try container.resetAll()
    #expect(try names() == ["a"])
    try container.registerAll { batch in for name: Name in ["0", "1", "2"] { batch.contribute(Part.self) { _ in Part(name) } } }
    #expect(try names() == ["a", "0", "1", "2"])
    try container.unregisterAll()
    #expect(try names() == [] && { try container.resolveAll(Window.self) }().isEmpty)
    try container.contribute(Part.self) { _ in Part("after") }
    container.seal()
    #expect(try names() == ["after"])
  }

  @Test("Whatever is registered, replaced and unregistered under names, in steps and in batches: each is found once", arguments: 1...4)
  func randomChanges(seed: UInt64) throws {
    var random = Seeded(seed)
    var expected: [Name] = []
    for _ in 0..<400 {
      let name = Name("part \(Int.random(in: 0..<8, using: &random))")
      expected.removeAll { $0 == name }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try container.unregister(Part.self, named: name)
      case 1:
        // The second registration of the batch replaces the first, and is the later one.
        let other = Name("part \(Int.random(in: 0..<8, using: &random))")
        expected.removeAll { $0 == other }
        try container.registerAll { batch in
          for name in [name, other, name] { batch.register(Part.self, named: name, instance: Part(name)) }
        }
        expected += other == name ? [name] : [other, name]
      default:
        try container.register(Part.self, named: name, instance: Part(name))
        expected.append(name)
      }
      #expect(try { try container.resolveAll(Part.self) }().map(\.name) == expected)
    }
  }

  @Test("A container, and a layer, that is over refuses, and does not say that there are none")
  func over() async throws {
    try container.register(Part.self, named: "a") { _ in Part("a") }
    let layer = try Container(overriding: container) { $0.register(Part.self, named: "b") { _ in Part("b") } }
    let child = Container(parent: container)
    #expect(try { try layer.resolveAll(Part.self) }().count == 2)
    _ = try await container.shutdown()
    for over in [container, layer] {
      #expect(try failure { try { try over.resolveAll(Part.self) }() }.code == .shutDown)
      await #expect { _ = try await over.resolveAll(Part.self) } throws: { ($0 as? ResolutionError)?.code == .shutDown }
      #expect(try failure { try over.resolveNow([Name: Part].self) }.code == .shutDown)
    }
    #expect(try failure { try { try child.resolveAll(Part.self, includingParent: true) }() }.code == .shutDown)
    #expect(try { try child.resolveAll(Part.self, includingParent: false) }().isEmpty)
  }

  @Test("A layer gives what it came to use, what it overrides and what it adds, in the base's order")
  func layer() throws {
    func names() throws -> [Name] { try { try container.resolveAll(Part.self) }().map(\.name) }
    try container.register(Part.self, named: "a") { _ in Part("a") }.register(Part.self, named: "b") { _ in Part("b") }
    try container.withOverrides {
      $0.register(Part.self, named: "new") { _ in Part("new") }
    } operation: { () throws in
      #expect(try names() == ["a", "b", "new"])
      try container.register(Part.self, named: "a") { _ in Part("fake") }
      #expect(try names() == ["fake", "b", "new"])
      try container.unregister(Part.self, named: "new")
      #expect(try names() == ["fake", "b"])
    }
    #expect(try names() == ["a", "b"])
  }

  @Test("A factory that asks for all of a type is known to need each of them, a parent's too")
  func learned() async throws {
    struct Host: Sendable {}
    let parent = Container()
    try parent.register(Part.self, named: "parent") { _ in Part("parent") }
    let child = Container(parent: parent)
    try child.contribute(Part.self) { _ in Part("child") }
      .register(Host.self) { r in
        _ = try r.resolveAll(Part.self, includingParent: true)
        return Host()
      }
      .register(
        Host.self, named: "async",
        .async { r in
          _ = try await r.resolveAll(Part.self)
          return Host()
        })
    _ = try await child.resolve(Host.self)
    _ = try await child.resolve(Host.self, named: "async")
    func needs(_ key: AnyKey) -> [Name?] { child.graph().edges.filter { $0.from == key }.map(\.to.name) }
    #expect(needs(AnyKey(Host.self)).contains("parent") && needs(AnyKey(Host.self)).count == 2)
    #expect(needs(AnyKey(Host.self, named: "async")).count == 2)
  }
}

private struct Window: Sendable {}
