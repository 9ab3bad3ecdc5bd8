import Holdfast
import Observation
import Testing

/// The examples of the article "Which lifetime, which form", as they stand there.
@Suite("Which lifetime, which form")
struct WhichLifetimeWhichForm {
  final class Library: Sendable {
    static func load() async -> Library { Library() }
  }

  struct Shelf { let library: Library }

  final class Loan: Sendable {
    let library: Library
    init(library: Library) async { self.library = library }
  }

  struct Card {
    let number: Int
    let library: Library
  }

  func register(in batch: Batch) {
    batch.register(Library.self, .wired(Library.init))
    batch.register(Shelf.self, scope: .transient) { r in
      Shelf(library: try r.resolve())
    }
    batch.register(Loan.self, scope: .scoped, .asyncWired(Loan.init))
    batch.register(
      Card.self, scope: .transient,
      .factory(taking: Int.self) { r, number in
        Card(number: number, library: try r.resolve())
      })
  }

  @Test
  func forms() async throws {
    let container = try Container { register(in: $0) }
    let card = try container.resolveNow(Card.self, with: 7)
    #expect(card.number == 7)
    let library = try container.resolveNow(Library.self)
    #expect(try container.resolveNow(Shelf.self).library === library)
    let loaned = try await container.withScope { scope in try await scope.resolve(Loan.self).library }
    #expect(loaned === library)
  }

  struct Client: Sendable {
    let library: Library
    let retries: Int
    init(library: Library, retries: Int = 3) {
      self.library = library
      self.retries = retries
    }
  }

  func registerClient(in batch: Batch) {
    batch.register(Client.self) { r in Client(library: try r.resolve()) }
  }

  @Test
  func defaultArguments() throws {
    let container = try Container {
      register(in: $0)
      registerClient(in: $0)
    }
    #expect(try container.resolve(Client.self).retries == 3)
    try container.register(Client.self, .wired(Client.init))
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Client.self) }
    #expect(error?.key == AnyKey(Int.self))
  }

  protocol Search: Sendable {}

  struct FastSearch: Search {}

  struct ExactSearch: Search {}

  struct Flags: Sendable { var exactSearch = false }

  func registerSearch(in batch: Batch) {
    batch.register((any Search).self, named: "fast") { _ in FastSearch() }
    batch.register((any Search).self, named: "exact") { _ in ExactSearch() }
    batch.forward(
      (any Search).self,
      toName: { r in
        try r.resolve(Flags.self).exactSearch ? "exact" : "fast"
      })
  }

  @Test
  func flags() throws {
    let container = try Container { registerSearch(in: $0) }
    try container.register(Flags.self, instance: Flags())
    #expect(try container.resolve((any Search).self) is FastSearch)
    try container.register(Flags.self, instance: Flags(exactSearch: true))
    #expect(try container.resolve((any Search).self) is ExactSearch)
  }

  func replaceLibrary(in container: Container) async throws {
    try await container.replace { batch in
      batch.register(Library.self, .async { _ in await Library.load() })
    }
  }

  @Test
  func replaced() async throws {
    let container = try Container { register(in: $0) }
    let old = try container.resolveNow(Library.self)
    try await replaceLibrary(in: container)
    #expect(try container.resolveNow(Library.self) !== old)
  }

  @Observable final class Screen {
    @ObservationIgnored @Injected var library: Library
  }

  @Test
  func observable() throws {
    let container = try Container { register(in: $0) }
    let screen = container.withCurrent { Screen() }
    #expect(try screen.library === container.resolve(Library.self))
  }

  @Test
  func synchronousInitializers() async throws {
    let container = try Container { batch in
      batch.register(Library.self, .async { _ in Library() })
      batch.register(Client.self, .asyncWired { (library: Library) in Client(library: library) })
    }
    let client = try await container.resolve(Client.self)
    #expect(client.retries == 3)
  }
}
