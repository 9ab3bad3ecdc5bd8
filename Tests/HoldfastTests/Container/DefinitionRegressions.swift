import Holdfast
import HoldfastDefinitions
import Testing

extension Regressions {
  @Suite("Definitions that forget their arguments")
  struct DefinitionRegressions {
    private final class Page: Sendable {
      let user: String

      init(_ user: String) { self.user = user }
    }

    private struct Pages: DefinitionAssembly {
      let definitions: Definitions

      func shared(for user: String) throws -> Page { try define(scope: .singleton) { Page(user) } }
      func part(_ user: String) throws -> Page { try define { Page(user) } }
      func pair(for user: String) throws -> (Page, Page) { (try part(user), try part("\(user)'s friend")) }
      func fresh(for user: String) throws -> Page { try define(scope: .transient) { Page(user) } }
      func remembered(for user: String) throws -> Page { try define(with: user, scope: .singleton) { Page(user) } }
      func plain() throws -> Page { try define(scope: .singleton) { Page("plain") } }
      func keyed(for user: String) throws -> Page { try define(scope: .singleton, key: "keyed") { Page(user) } }
      subscript(user: String) -> Page { get throws { try define { Page(user) } } }
    }

    @Test("A definition with parameters that does not pass them on is an error, also for the first caller")
    func forgotten() throws {
      let container = Container()
      let pages = container.assembly(Pages.self)
      let attempts: [() throws -> Page] = [
        { try pages.shared(for: "Anna") }, { try pages.part("Anna") }, { try pages.pair(for: "Anna").0 }, { try pages["Anna"] },
      ]
      for attempt in attempts {
        let error = try failure { try attempt() }
        #expect(error.code.description == "forgottenArguments")
        #expect(AnyKey(error.key.type) == AnyKey(Page.self))
      }
      let error = try failure { try pages.shared(for: "Ben") }
      #expect(error.site?.file == #fileID)
      #expect(error.message.contains("shared(for:)"))
      #expect(error.remedy.contains("with:") && error.remedy.contains(".transient"))
    }

    @Test("What the remedy says works: pass them on, or make a value at each request")
    func remedy() throws {
      let container = Container()
      let pages = container.assembly(Pages.self)
      let (anna, ben) = (try pages.remembered(for: "Anna"), try pages.remembered(for: "Ben"))
      #expect([anna.user, ben.user] == ["Anna", "Ben"])
      #expect(try pages.remembered(for: "Anna") === anna)
      #expect(try pages.fresh(for: "Anna").user == "Anna")
      #expect(try pages.fresh(for: "Ben").user == "Ben")
      #expect(try pages.plain() === pages.plain())
      #expect(try pages.keyed(for: "Anna").user == "Anna", "a key that was given says what it is")
    }

    @Test("A definition that is overridden as its comment says is no override of what nothing has")
    func overridden() async throws {
      let container = Container()
      let overrides: @Sendable (Batch) -> Void = {
        $0.register(Page.self, named: .definition("plain()", of: Pages.self)) { _ in Page("fake") }
        $0.register(
          Page.self, named: .definition("remembered(for:)", of: Pages.self),
          .factory(taking: String.self) { _, user in
            Page("fake \(user)")
          })
      }
      try await container.withOverrides(
        overrides, onLive: nil, onUnknown: { key, _ in Issue.record("\(key) is said to be unknown") }, fileID: #fileID, line: #line
      ) { () async throws in
        let pages = container.assembly(Pages.self)
        #expect(try pages.plain().user == "fake")
        #expect(try pages.remembered(for: "Anna").user == "fake Anna")
        #expect(try pages.keyed(for: "Anna").user == "Anna")
      }
      #expect(try container.assembly(Pages.self).plain().user == "plain")
    }

    @Test("An override that a definition never takes is an error: another type, or no arguments")
    func neverTaken() throws {
      let container = Container()
      let overrides: [(Batch) -> Void] = [
        { $0.register(WoodenShelf.self, named: .definition("shelf", of: Shelves.self)) { _ in WoodenShelf(1) } },
        { $0.register(Page.self, named: .definition("page(for:)", of: Shelves.self)) { _ in Page("fake") } },
      ]
      let asks: [(Shelves) throws -> Any] = [{ try $0.shelf }, { try $0.page(for: "Anna") }]
      for (override, ask) in zip(overrides, asks) {
        try container.withOverrides(override) { () throws in
          for _ in 0..<2 {
            let error = try failure { try ask(container.assembly(Shelves.self)) }
            #expect(error.code == .wrongType && error.site?.file == #fileID)
          }
          #expect(try container.assembly(Shelves.self).other is WoodenShelf)
        }
        _ = try ask(container.assembly(Shelves.self))
      }
      // What the remedy says works.
      try container.withOverrides({
        $0.register((any Rack).self, named: .definition("shelf", of: Shelves.self)) { _ in FakeShelf() }
        $0.register((any Rack).self, named: .definition("chosen", of: Shelves.self)) { _ in FakeShelf() }
      }) { () throws in
        let shelves = container.assembly(Shelves.self)
        #expect(try shelves.shelf is FakeShelf)
        #expect(try shelves.chosen is FakeShelf)
      }
      // The type is that of the property, whatever its closure looks like.
      #expect(try (container.assembly(Shelves.self).chosen as? WoodenShelf)?.number == 2)
    }

    private final class WoodenShelf: Rack {
      let number: Int

      init(_ number: Int) { self.number = number }
    }

    private struct FakeShelf: Rack {}

    private struct Shelves: DefinitionAssembly {
      let definitions: Definitions

      var shelf: any Rack { get throws { try define(scope: .singleton) { WoodenShelf(0) } } }
      var other: any Rack { get throws { try define { WoodenShelf(0) } } }
      var chosen: any Rack {
        get throws {
          try define {
            if number > 1 { WoodenShelf(number) } else { FakeShelf() }
          }
        }
      }
      private var number: Int { 2 }
      func page(for user: String) throws -> Page { try define(with: user) { Page(user) } }
    }
  }
}

private protocol Rack: Sendable {}
