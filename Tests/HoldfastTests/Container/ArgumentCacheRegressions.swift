import Holdfast
import HoldfastDefinitions
import OnceKernel
import Testing

extension Regressions {
  @Suite("Argument caches")
  struct ArgumentCacheRegressions {
    @Test("A value that comes into a cache which was reset meanwhile is disposed of once")
    func resetBeforeInsertion() async throws {
      let (container, journal, once) = (Container(), Chronicle(), Once())
      try container.register(Noted.self, .factory(taking: Argument.self) { _, _ in Noted("feed", journal) })
      let argument = Argument(1) { once { _ = try? container.reset(Noted.self, taking: Argument.self) } }
      _ = try await container.resolve(Noted.self, with: argument)
      try await container.shutdown(deadline: nil)
      #expect(journal.all == ["feed"])
    }

    @Test("A value that a reset and a full cache push out at the same time is disposed of once")
    func resetAndEviction() async throws {
      let (container, journal, once) = (Container(), Chronicle(), Once())
      try container.register(
        Noted.self, scope: .singleton(capacity: 1),
        .factory(taking: Argument.self) { _, argument in Noted("feed \(argument.number)", journal) })
      _ = try await container.resolve(Noted.self, with: Argument(1))
      let argument = Argument(2) { once { _ = try? container.reset(Noted.self, taking: Argument.self) } }
      _ = try await container.resolve(Noted.self, with: argument)
      try await container.shutdown(deadline: nil)
      #expect(journal.all.sorted() == ["feed 1", "feed 2"])
    }

    @Test("Definitions with arguments end with their container")
    func definitionsShutDown() async throws {
      let container = Container()
      let one = try container.assembly(Parts.self).shared(3)
      #expect(try container.assembly(Parts.self).shared(3) === one)
      #expect(try await container.shutdown(deadline: nil).isClean)
      #expect(code { _ = try container.assembly(Parts.self).shared(3) } == .shutDown)
    }

    @Test("Who looks for an object in a graph passes over what holds the definitions with arguments")
    func definitionsExisting() throws {
      let container = Container()
      #expect(try container.assembly(Parts.self).root.tag == "root")
    }

    private struct Parts: DefinitionAssembly {
      let definitions: Definitions

      func shared(_ number: Int) throws -> One { try define(with: number, scope: .singleton) { One() } }

      func part(_ number: Int) throws -> One { try define(with: number) { One() } }

      var root: Tagged {
        get throws {
          try define {
            Tagged(tag: "root")
          } configure: { _ in
            _ = try part(1)
            #expect(try existing(Tagged.self).tag == "root")
          }
        }
      }
    }

    /// Does something the first time it is called.
    private final class Once: Sendable {
      private let calls = Counter()

      func callAsFunction(_ body: () -> Void) {
        if calls.add() == 1 { body() }
      }
    }
  }
}
