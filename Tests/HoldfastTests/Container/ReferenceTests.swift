import Holdfast
import HoldfastCompatibility
import HoldfastDiagnostics
import Testing

private final class Printer: Sendable {}

private struct Page: Sendable, Equatable {
  let number: Int
}

@Suite("References by their types")
struct ReferenceTests {
  private static func made() throws -> Container {
    try Container { batch in
      batch.register(Printer.self) { _ in Printer() }
      batch.register(Printer.self, named: "spare") { _ in Printer() }
      batch.register(Page.self, scope: .transient, .factory(taking: Int.self) { _, number in Page(number: number) })
    }
  }

  @Test("are made where they are asked for, as lazy(), provider() and factory() would")
  func references() throws {
    let container = try Self.made()
    let printer = try container.resolve(Printer.self)
    #expect(try container.resolve(Lazy<Printer>.self).value() === printer)
    #expect(try container.resolve(Provider<Printer>.self)() === printer)
    #expect(try container.resolve(Lazy<Printer>.self, named: "spare").value() !== printer)
    #expect(try container.resolve(Factory<Page, Int>.self)(3) == Page(number: 3))
    let child = Container(parent: container)
    #expect(try child.resolve(Lazy<Printer>.self).value() === printer)
  }

  @Test("are made in tasks too")
  func referencesInTasks() async throws {
    let container = try Self.made()
    let printer = try await container.resolve(Printer.self)
    let lazy = try await container.resolve(Lazy<Printer>.self)
    let found = try await lazy.value()
    #expect(found === printer)
  }

  @Test("are found by a factory, and known to need what they refer to")
  func learned() throws {
    let container = try Self.made()
    try container.register(Int.self) { r in
      _ = try r.resolve(Lazy<Printer>.self)
      _ = try r.resolve(Provider<Double>.self)
      return 1
    }
    _ = try container.resolve(Int.self)
    #expect(container.problems().map(\.path) == [[AnyKey(Int.self), AnyKey(Double.self)]])
    #expect(container.graph().edges.map(\.kind) == [.lazy, .provider])
  }

  @Test("are what is registered, where one is; also in a parent")
  func registeredThemselves() throws {
    let container = try Self.made()
    let spare = container.lazy(Printer.self, named: "spare")
    try container.register(Lazy<Printer>.self, instance: spare)
    #expect(try container.resolve(Lazy<Printer>.self) === spare)
    #expect(try Container(parent: container).resolve(Lazy<Printer>.self) === spare)
  }

  @Test("belong to the layer and the scope that they are asked for in")
  func layersAndScopes() throws {
    let container = try Self.made()
    try container.register(String.self, scope: .scoped) { _ in "scoped" }
    let live = try container.resolve(Printer.self)
    let inLayer = try container.withOverrides({ $0.register(Int.self) { _ in 1 } }) {
      let reference = try container.resolve(Provider<Printer>.self)
      #expect(try reference() !== live)
      return reference
    }
    #expect { try inLayer() } throws: { ($0 as? ResolutionError)?.code == .shutDown }
    let scoped = try container.withScope { scope in try scope.resolve(Lazy<String>.self).value() }
    #expect(scoped == "scoped")
  }

  private static func asked(_ owner: Container, depth: Int) -> any Resolver & Sendable {
    switch depth {
    case 0: owner
    case 1: Container(parent: owner)
    default: ResolverChain([Container(), owner])
    }
  }

  @Test("are there for resolveIfRegistered where what they lead to is registered, here, in a parent or in a chain", arguments: [0, 1, 2])
  func ifRegistered(depth: Int) throws {
    let owner = try Self.made()
    let asked = Self.asked(owner, depth: depth)
    let printer = try owner.resolve(Printer.self)
    #expect(try asked.resolveIfRegistered(Lazy<Printer>.self)?.value() === printer)
    #expect(try asked.resolveIfRegistered(Provider<Printer>.self)?() === printer)
    #expect(try asked.resolveIfRegistered(Provider<Lazy<Printer>>.self)?().value() === printer)
    #expect(try asked.resolveIfRegistered(Lazy<Printer>?.self)??.value() === printer)
    #expect(try asked.resolveIfRegistered(Factory<Page, Int>.self)?(3) == Page(number: 3))
    // A chain makes no collection, as none of its resolvers knows the values of the others.
    #expect((try asked.resolveIfRegistered([Name: Printer].self) != nil) == (depth < 2))
    try owner.unregister(Printer.self)
    #expect(try asked.resolveIfRegistered(Lazy<Printer>.self) == nil)
    #expect(try asked.resolveIfRegistered(Provider<Lazy<Printer>>.self) == nil)
    #expect(try asked.resolveIfRegistered(Factory<Page, String>.self) == nil)
    try owner.withOverrides({ $0.register(Printer.self) { _ in Printer() } }) { () throws in
      #expect(try asked.resolveIfRegistered(Lazy<Printer>.self) != nil)
    }
    #expect(try asked.resolveIfRegistered(Lazy<Printer>.self) == nil)
  }

  @Test("are there for resolveIfRegistered in tasks and in factories too, and refused after the end", arguments: [0, 1])
  func ifRegisteredElsewhere(depth: Int) async throws {
    let owner = try Self.made()
    let asked = Self.asked(owner, depth: depth)
    try owner.register(Bool.self, scope: .transient) { r in try r.resolveIfRegistered(Lazy<Printer>.self) != nil }
    let printer = try owner.resolveNow(Printer.self)
    let awaited = try await asked.resolveIfRegistered(Lazy<Printer>.self)?.value()
    #expect(awaited === printer)
    #expect(try await asked.resolve(Bool.self))
    try owner.unregister(Printer.self)
    let missing = try await asked.resolveIfRegistered(Provider<Printer>.self)
    #expect(missing == nil)
    #expect(try await !asked.resolve(Bool.self))
    try await owner.shutdown()
    // A child makes the reference, which says the same.
    await #expect(throws: ResolutionError.self) { try await asked.resolveIfRegistered(Lazy<Printer>.self)?.value() }
  }

  private struct Injecting {
    @Injected var lazy: Lazy<Printer>?
    @LazyInjected var provider: Provider<Printer>?
    @Injected var twice: Lazy<Printer?>??
  }

  @Test("are nil in a property of an Optional type where what they lead to is not registered, as in wiring")
  func wrappers() throws {
    let container = Container()
    try container.register(Injecting.self, scope: .transient) { _ in Injecting() }
    let empty = try container.resolve(Injecting.self)
    #expect(empty.lazy == nil && empty.provider == nil && empty.twice.flatMap(\.self) == nil)
    #expect(try empty.$lazy.resolve(from: container) == nil)
    try container.register(Printer.self) { _ in Printer() }
    let (full, printer) = (try container.resolve(Injecting.self), try container.resolve(Printer.self))
    #expect(try full.lazy?.value() === printer)
    #expect(try full.provider?() === printer)
    #expect(try full.twice??.value() === printer)
  }

  @Test("are refused in a property of an Optional type after the end")
  func wrappersAfterTheEnd() async throws {
    let parent = Container()
    let child = Container(parent: parent)
    try child.register(Injecting.self, scope: .transient) { _ in Injecting() }
    let injecting = parent.withCurrent { Injecting() }
    #expect(try await injecting.$lazy.resolve(from: parent) == nil)
    #expect(try child.resolveNow(Injecting.self).lazy == nil)
    try await parent.shutdown()
    #expect(try failure { try injecting.$provider.get() as Provider<Printer>? }.code == .shutDown)
    await #expect(throws: ResolutionError.self) { try await injecting.$lazy.resolve(from: parent) }
    // A child makes the reference, which says the same.
    let lazy = try #require(try child.resolveNow(Injecting.self).lazy)
    #expect(try failure { try lazy.value() as Printer }.code == .shutDown)
  }

  @Test("can be asked of a chain of resolvers")
  func chain() throws {
    let owner = try Self.made()
    let chain = ResolverChain([Container(), owner])
    let printer = try owner.resolve(Printer.self)
    #expect(try chain.resolve(Lazy<Printer>.self).value() === printer)
    #expect(try chain.resolve(Provider<Printer>.self)() === printer)
    let child = Container(parent: chain)
    #expect(try child.resolve(Lazy<Printer>.self).value() === printer)
    #expect(try failure { try chain.resolve(Lazy<Double>.self) }.code == .notRegistered)
  }

  @Test("can be asked of a chain of resolvers in tasks")
  func chainInTasks() async throws {
    let owner = try Self.made()
    let chain = ResolverChain([Container(), owner])
    let (provider, printer) = (try await chain.resolve(Provider<Printer>.self), try await owner.resolve(Printer.self))
    let found = try await provider()
    #expect(found === printer)
  }

  @Test("are refused after the end")
  func afterTheEnd() async throws {
    let container = try Self.made()
    try await container.shutdown()
    #expect { try container.resolveNow(Lazy<Printer>.self) } throws: { ($0 as? ResolutionError)?.code == .shutDown }
  }
}
