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

  @Test("Several arguments, in scopes and outside")
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
      let user = Shared(\.two) { make in try make((1, "in a factory")) }
    }
    let pages = try Composed(Pages.init)
    #expect(try pages.two(1, "one") == ["one", "11"])
    #expect(try pages.three(1, "one", true) == "1 one true")
    #expect(try await pages.later(1, "one") == "1 one 10")
    let panel: String = try await pages.panel(2, "two")
    #expect(panel == "2 two 10 on main")
    #expect(try pages.user() == ["in a factory", "11"])
  }
}
