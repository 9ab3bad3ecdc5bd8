import Holdfast
import HoldfastDiagnostics
import Testing

private protocol Plugin: Sendable {
  var name: String { get }
}

private final class Named: Plugin {
  let name: String
  init(_ name: String) { self.name = name }
}

private struct Host: Sendable {
  let plugins: [any Plugin]
}

private struct Menu: Sendable {
  let plugins: [Name: any Plugin]
}

private struct Search: Assembly {
  func register(in batch: Batch) {
    batch.contribute((any Plugin).self) { _ in Named("search") }
  }
}

private struct Mail: Assembly {
  func register(in batch: Batch) {
    batch.contribute((any Plugin).self) { _ in Named("mail") }
    batch.contribute((any Plugin).self, instance: Named("news"))
  }
}

@Suite("Contributions")
struct ContributionTests {
  private static func names(_ container: Container) throws -> [String] { try container.resolveAll((any Plugin).self).map(\.name) }

  private static func made() throws -> Container {
    try Container(Search(), Mail())
      .register((any Plugin).self, named: "draw") { _ in Named("draw") }
      .register(Host.self, .wired(Host.init(plugins:)))
      .register(Menu.self, .wired(Menu.init(plugins:)))
  }

  @Test("come together from several modules, in order, with what has a name")
  func inOrder() throws {
    let container = try Self.made()
    #expect(try Self.names(container) == ["search", "mail", "news", "draw"])
    #expect(try container.resolve(Host.self).plugins.map(\.name) == ["search", "mail", "news", "draw"])
    #expect(container.problems().isEmpty)
    #expect(container.graph().edges.filter { $0.from == AnyKey(Host.self) }.count == 4)
  }

  @Test("are shared, or made for each request, as their scope says")
  func scopes() throws {
    let container = try Container { batch in
      batch.contribute(Named.self) { _ in Named("shared") }
      batch.contribute(Named.self, scope: .transient) { _ in Named("fresh") }
      batch.contribute(Named.self, scope: .scoped) { _ in Named("scoped") }
    }
    let (first, second) = try container.withScope { scope in (try scope.resolveAll(Named.self), try scope.resolveAll(Named.self)) }
    #expect(zip(first, second).map { $0 === $1 } == [true, false, true])
    #expect { try container.resolveAll(Named.self) } throws: { ($0 as? ResolutionError)?.code == .outsideScope }
  }

  @Test("may be asynchronous and of the main actor")
  func asynchronous() async throws {
    let container = try Container { batch in
      batch.contribute(
        Named.self,
        .async { _ in
          await Task.yield()
          return Named("slow")
        })
      batch.contribute(Named.self, .mainActor { _ in Named("main") })
      batch.contribute(Named.self, .wired { Named("wired") })
    }
    #expect(try await container.resolveAll(Named.self).map(\.name) == ["slow", "main", "wired"])
  }

  @Test("are added to by an override, and replaced by one of the array, whichever way they are asked for")
  func overrides() async throws {
    let container = try Self.made()
    try container.withOverrides({ $0.contribute((any Plugin).self) { _ in Named("test") } }) { () throws in
      #expect(try Self.names(container) == ["search", "mail", "news", "draw", "test"])
      #expect(try container.resolve(Host.self).plugins.last?.name == "test")
    }
    try await container.withOverrides({ $0.register([any Plugin].self) { _ in [Named("only")] } }) { () async throws in
      #expect(try await container.resolveAll((any Plugin).self).map(\.name) == ["only"])
      #expect(try await container.resolve(Host.self).plugins.map(\.name) == ["only"])
      try await container.withOverrides({ $0.register(Int.self) { _ in 1 } }) { () async throws in
        #expect(try await container.resolveAll((any Plugin).self).map(\.name) == ["only"])
      }
    }
    #expect(try Self.names(container) == ["search", "mail", "news", "draw"])
  }

  @Test("of a parent come first, and are never shadowed by a child's")
  func parents() throws {
    let child = Container(parent: try Self.made())
    try child.contribute((any Plugin).self) { _ in Named("child") }.register(Host.self, .wired(Host.init(plugins:)))
    #expect(try child.resolveAll((any Plugin).self, includingParent: true).map(\.name) == ["search", "mail", "news", "draw", "child"])
    #expect(try child.resolve(Host.self).plugins.map(\.name) == ["search", "mail", "news", "draw", "child"])
  }

  @Test("are disposed of, reset and refused like registrations")
  func lives() async throws {
    let container = try Container { $0.contribute(Named.self) { _ in Named("one") } }
    let first = try await container.resolveAll(Named.self)[0]
    try container.resetAll()
    #expect(try await container.resolveAll(Named.self)[0] !== first)
    container.seal()
    #expect { try container.contribute(Named.self) { _ in Named("two") } } throws: { ($0 as? ResolutionError)?.code == .sealed }
    #expect(try await container.shutdown().isClean)
  }

  @Test("with names are had by their names")
  func keyed() async throws {
    let container = try Self.made()
    try container.register((any Plugin).self, named: "print") { _ in Named("print") }
    #expect(try await container.resolve(Menu.self).plugins.mapValues(\.name) == ["draw": "draw", "print": "print"])
    #expect(try await container.resolve([Name: any Plugin].self).keys.sorted { $0.text < $1.text } == ["draw", "print"])
    #expect(try container.resolveNow([Name: any Plugin].self).count == 2)
  }

  @Test("asked for as one say how to ask for all")
  func askedForAsOne() throws {
    let container = try Container(Search())
    let error = try #require(throws: ResolutionError.self) { try container.resolve((any Plugin).self) }
    #expect(error.code == .notRegistered)
    #expect(error.message.hasSuffix("Plugin is not registered; its values are only contributed to a collection."))
    #expect(error.remedy.contains("resolveAll((any Plugin).self)"))
  }
}
