import Holdfast
import HoldfastComposition
import HoldfastDiagnostics
import Testing

@Suite("What is made anew in scopes of a composition")
struct ScopedMakingTests {
  struct Session: ComposedScope { let name: String }
  struct Step: ComposedScope {
    typealias Outer = Session
    let number: Int
  }
  final class Note {  // not Sendable
    let text: String
    var isRead = false
    init(_ text: String) { self.text = text }
  }
  struct Module: Composition {
    let prefix = Shared { "say " }
  }
  struct Steps: Composition {
    let module = Module()
    let session = Given<Session>()
    let step = Given<Step>()
    let cart = Scoped<Session, Cache>(\.session) { _ in Cache() }
    let note = ScopedNew<Step, Note>(\.module.prefix, \.session, \.step) { Note("\($0)\($1.name) \($2.number)") }
    let page = ScopedMaker<Step, Int, Note>(taking: Int.self, \.note, \.cart) { number, note, _ in Note("\(number) of \(note.text)") }
    let book = Scoped<Step, [String]>(\.pages) { make in try [make(1).text, make(2).text] }
    let pages = ScopedMaker<Step, Int, Note>(taking: Int.self, \.step) { Note("\($0) in \($1.number)") }
  }

  @Test("A scope makes objects anew of what it and the scopes around it have, for its callers and for its other objects")
  func made() async throws {
    let steps = try Composed(Steps.init)
    let texts = try await steps.withScope(Session(name: "a")) { session in
      try await session.withScope(Step(number: 7)) { step in
        let (one, other) = (try step(steps.note), try step(steps.note))
        one.isRead = true
        #expect(one !== other && !other.isRead)
        return [one.text, try step(steps.page, 3).text] + (try step(steps.book))
      }
    }
    #expect(texts == ["say a 7", "3 of say a 7", "1 in 7", "2 in 7"])
    #expect(steps.container.problems().isEmpty, "\(steps.container.problems())")
  }

  @Test("Overrides of what scopes make anew have needs of the scope")
  func overridden() async throws {
    let steps = try Composed(Steps.init) { override, steps in
      override(steps.note, steps.step) { Note("other \($0.number)") }
      override(steps.pages, steps.step) { page, step in Note("\(page) of \(step.number)") }
    }
    let texts = try await steps.withScope(Session(name: "a")) { session in
      try await session.withScope(Step(number: 7)) { step in [try step(steps.page, 3).text] + (try step(steps.book)) }
    }
    #expect(texts == ["3 of other 7", "1 of 7", "2 of 7"])
  }

  @MainActor final class Panel {
    nonisolated let text: String
    init(_ text: String) { self.text = text }
  }
  struct Forms: Composition {
    let pool = SharedAsync {
      await Task.yield()
      return Pool(url: "db")
    }
    let theme = SharedOnMain { Theme() }
    let step = Given<Step>()
    let session = Given<Session>()
    let note = ScopedNewAsync<Step, Note>(\.step, \.session, \.pool) { step, session, pool in
      await Task.yield()
      return Note("\(session.name) \(step.number) \(pool.url)")
    }
    let page = ScopedMakerAsync<Step, Int, Note>(taking: Int.self, \.step, \.theme) { number, step, theme in
      await Task.yield()
      return Note("\(number) of \(step.number), \(theme.name)")
    }
    let panel = ScopedNewOnMain<Step, Panel>(\.step, \.theme) { Panel("\($0.number) \($1.name)") }
    let sheet = ScopedMakerOnMain<Step, Int, Panel>(taking: Int.self, \.panel) { Panel("\($0) on \($1.text)") }
    let album = ScopedAsync<Step, [String]>(\.page, \.sheet, \.panel) { page, sheet, panel in
      let first = try await page(1).text
      return [first, try await sheet(2).text, panel.text]
    }
  }

  @Test("Asynchronous factories and those of the main actor make objects anew in a scope, for callers and for its other objects")
  @MainActor func forms() async throws {
    let app = try Composed(Forms.init)
    #expect(app.container.problems().isEmpty, "\(app.container.problems())")
    let texts = try await app.withScope(Session(name: "a")) { session in
      try await session.withScope(Step(number: 7)) { step in
        let (one, other) = (try await step(app.note), try await step(app.note))
        one.isRead = true
        #expect(one !== other && !other.isRead)
        let (panel, sheet) = (try await step(app.panel), try await step(app.sheet, 4))
        #expect(try onMain(step, app) == [panel.text, sheet.text])
        return [one.text, try await step(app.page, 3).text, panel.text, sheet.text] + (try await step(app.album))
      }
    }
    #expect(texts == ["a 7 db", "3 of 7, dark", "7 dark", "4 on 7 dark", "1 of 7, dark", "2 on 7 dark", "7 dark"])
    let test = try Composed(Forms.init) { override, app in
      override(app.note, app.step) { Note("other \($0.number)") }
      override(app.page, app.step) { page, step in Note("other \(page) of \(step.number)") }
      override(app.panel) { Panel("other") }
      override(app.sheet, app.panel) { sheet, panel in Panel("\(sheet) beside \(panel.text)") }
    }
    let others = try await test.withScope(Session(name: "a")) { session in
      try await session.withScope(Step(number: 7)) { step in [try await step(test.note).text] + (try await step(test.album)) }
    }
    #expect(others == ["other 7", "other 1 of 7", "2 beside other", "other"])
  }

  /// Asks synchronously.
  @MainActor private func onMain(_ step: OpenScope<Step>, _ app: Composed<Forms>) throws -> [String] {
    [try step(app.panel).text, try step(app.sheet, 4).text]
  }

  @Test("Objects that are made of several arguments, which a caller lists, and an object that makes them, and an override")
  @MainActor func arguments() async throws {
    struct Pages: Composition {
      let base = Shared { 10 }
      let two = Maker(taking: Int.self, String.self, \.base) { number, text, base in [text, "\(number + base)"] }
      let three = Maker(taking: Int.self, String.self, Bool.self) { number, text, isLoud in "\(number) \(text) \(isLoud)" }
      let later = MakerAsync(taking: Int.self, String.self, \.base) { number, text, base in
        await Task.yield()
        return "\(number) \(text) \(base)"
      }
      let panel = MakerOnMain(taking: Int.self, String.self, \.base) { number, text, base in "\(number) \(text) \(base) on main" }
      let many = Maker(taking: (Int, Int, Int, Int).self, \.base) { numbers, base in numbers.0 + numbers.1 + numbers.2 + numbers.3 + base }
      let user = Shared(\.two) { make in try inAFactory(make) }
      let users = SharedAsync(\.later, \.three, \.many) { later, three, many in
        let late = try await later(2, "b")
        return [late, try await three(3, "c", false), "\(try await many((1, 2, 3, 4)))"]
      }
    }
    let pages = try Composed(Pages.init)
    #expect(try pages.two(1, "one") == ["one", "11"])
    #expect(try pages.three(1, "one", true) == "1 one true")
    #expect(try pages.many((1, 2, 3, 4)) == 20)
    #expect(try await pages.later(1, "one") == "1 one 10")
    let panel: String = try await pages.panel(2, "two")
    #expect(panel == "2 two 10 on main")
    #expect(try pages.user() == ["in a factory", "11"])
    #expect(try await pages.users() == ["2 b 10", "3 c false", "20"])
    let test = try Composed(Pages.init) { override, pages in
      override(pages.two, pages.base) { number, text, base in ["other \(text)", "\(number - base)"] }
      override(pages.three) { number, text, isLoud in "other \(number) \(text) \(isLoud)" }
      override(pages.later, pages.base) { number, text, base in "other \(number) \(text) \(base)" }
      override(pages.panel, pages.base) { number, text, base in "other \(number) \(text) \(base)" }
    }
    #expect(try test.user() == ["other in a factory", "-9"])
    #expect(try await test.users() == ["other 2 b 10", "other 3 c false", "20"])
    let other: String = try await test.panel(2, "two")
    #expect(other == "other 2 two 10")
  }
}

/// What an object that needs a maker of two arguments does.
private func inAFactory(_ make: Factory<[String], Int, String>) throws -> [String] { try make(1, "in a factory") }
