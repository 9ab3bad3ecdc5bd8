import Holdfast
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
      batch.register(Page.self, scope: .transient, taking: Int.self) { _, number in Page(number: number) }
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

  @Test("are refused after the end")
  func afterTheEnd() async throws {
    let container = try Self.made()
    try await container.shutdown()
    #expect { try container.resolveNow(Lazy<Printer>.self) } throws: { ($0 as? ResolutionError)?.code == .shutDown }
  }
}
