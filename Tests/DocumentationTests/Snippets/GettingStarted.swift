public import Holdfast
import HoldfastDiagnostics
import HoldfastTesting
import Testing

/// The examples of the article "Getting started", without the manifest and the program, which `ManifestTests` and `ProgramTests` try.
@Suite("Getting started")
struct GettingStarted {
  @Test("the article's program says what the article says")
  func program() throws {
    let container = try makeContainer()
    let greeter = try container.resolve(Greeter.self)
    print(greeter.greet(1))
    #expect(greeter.greet(1) == "Hello, Ada!")
    #expect(greeter.greet(3) == "Hello, stranger!")
  }

  @Test("the texts of the article are what validating finds, and what is thrown")
  func missing() throws {
    let container = try Container { $0.register(Greeter.self, .wired(Greeter.init), fileID: "Greetings/Greetings.swift", line: 25) }
    let problem = try #require(container.problems().first)
    let error = try #require(throws: ResolutionError.self) { try container.resolve(Greeter.self) }
    let quoted = try Article.named("GettingStarted").blocks.filter { $0.language.isEmpty }.map(\.text)
    #expect(quoted == [problem.description, error.description].map { $0.replacing("DocumentationTests.", with: "Greetings.") })

    let closure = try Container { $0.register(Greeter.self) { r in Greeter(store: try r.resolve()) } }
    #expect(closure.problems().isEmpty)
  }
}

public protocol Store: Sendable {
  func name(of id: Int) -> String?
}

public struct MemoryStore: Store {
  let names: [Int: String]

  public init(names: [Int: String]) { self.names = names }

  public func name(of id: Int) -> String? { names[id] }
}

public struct Greeter: Sendable {
  let store: any Store

  public func greet(_ id: Int) -> String {
    "Hello, \(store.name(of: id) ?? "stranger")!"
  }
}

public func makeContainer() throws -> Container {
  try Container { batch in
    batch.register((any Store).self) { _ in
      MemoryStore(names: [1: "Ada", 2: "Grace"])
    }
    batch.register(Greeter.self, .wired(Greeter.init))
  }
}

@Test
func greetsWhomTheStoreKnows() throws {
  let container = try makeContainer()
  try container.withOverrides({
    $0.register((any Store).self, instance: MemoryStore(names: [7: "Barbara"]))
  }) {
    let greeter = try container.resolve(Greeter.self)
    #expect(greeter.greet(7) == "Hello, Barbara!")
  }
}

@Test
func everythingIsRegistered() throws {
  expectValid(try makeContainer())
}
