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
  }
}
