import Holdfast
import Testing

/// All of a type in a task, which waits for what is built asynchronously.
@Suite("All of a type, awaited")
struct ResolveAllTests {
  private let container = Container()

  private func register(_ scope: SharedScope = .singleton) throws {
    try container.register(Part.self, named: "z", scope: scope, async: { _ in Part("z") })
      .register(Part.self, scope: scope) { _ in Part("unnamed") }
      .register(Part.self, named: "a", scope: scope, mainActor: { _ in Part("a") })
  }

  @Test("They come in the order of registration, named or not, and are awaited")
  func order() async throws {
    try register()
    let parts = try await container.resolveAll(Part.self)
    #expect(parts.map(\.name) == ["z", "unnamed", "a"])
    let inferred: [Part] = try await container.resolveAll()
    let now = try container.resolveAllNow(Part.self)
    #expect(zip(parts, inferred).allSatisfy { $0 === $1 } && zip(parts, now).allSatisfy { $0 === $1 })
  }

  @Test("Who asks synchronously is told to await, and can")
  func remedy() async throws {
    try register()
    let error = try failure { try container.resolveAllNow(Part.self) }
    #expect(error.code == .asyncOnly && error.remedy.hasPrefix("Resolve it with await"))
    let parts = try await container.resolveAll(Part.self)
    #expect(parts.count == 3)
  }

  @Test("In a factory, in a scope, with a parent, and under an override")
  func everywhere() async throws {
    try register(.scoped)
    try container.register([Part].self, scope: .scoped, async: { r in try await r.resolveAll(Part.self) })
    try await container.withScope { scope in
      let parts = try await scope.resolveAll(Part.self)
      let gathered = try await scope.resolve([Part].self)
      #expect(parts.map(\.name) == ["z", "unnamed", "a"] && zip(parts, gathered).allSatisfy { $0 === $1 })
      #expect(try scope.resolveAllNow(Part.self).count == 3)
    }
    let parent = Container()
    try parent.register(Part.self, named: "parent", async: { _ in Part("parent") })
    let child = Container(parent: parent)
    try child.register(Part.self, named: "child", async: { _ in Part("child") })
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
      asyncWiring: { (r: any Resolver & Sendable, parts: [Part]) async throws in
        let part = try await r.resolve(Part.self, named: "z")
        return part === parts[0] ? parts.count : -1
      })
    #expect(try await container.resolve(Int.self) == 3)
  }
}
