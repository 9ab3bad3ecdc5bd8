import HoldfastComposition
import Testing

/// The examples of the article "Moving to a composition", as they stand there.
@Suite("Moving to a composition")
struct MovingToAComposition {
  protocol NoteStore: Sendable { var name: String { get } }
  struct FileStore: NoteStore { let name = "files" }
  struct MemoryStore: NoteStore { let name = "memory" }
  final class Editor {
    let store: any NoteStore
    init(store: any NoteStore) { self.store = store }
  }
  struct Page {
    let text: String
    init(number: Int, in store: any NoteStore) { text = "page \(number) in \(store.name)" }
  }
  struct LoginSession: ComposedScope { let user: String }
  struct UserTimeline: Sendable {
    let text: String
    init(of user: String, from store: any NoteStore) { text = "\(user) in \(store.name)" }
  }

  struct NotesObjects: Composition {
    let store = Shared<any NoteStore> { FileStore() }
    let editor = New(\.store) { Editor(store: $0) }
    let page = Maker(taking: Int.self, \.store) { Page(number: $0, in: $1) }
  }

  func notesForATest() throws -> Composed<NotesObjects> {
    try Composed(NotesObjects.init) { override, notes in
      override(notes.store) { MemoryStore() }
    }
  }

  struct LoginObjects: Composition {
    let store: Need<any NoteStore>
    let session = Given<LoginSession>()
    let timeline = Scoped<LoginSession, UserTimeline>(\.session, \.store) {
      UserTimeline(of: $0.user, from: $1)
    }
  }

  @Test("objects that are properties")
  func notes() throws {
    let notes = try notesForATest()
    #expect(try notes.page(7).text == "page 7 in memory")
    let editor = try notes.editor()
    #expect(editor.store.name == "memory")
  }

  @Test("a component that is made anew")
  func login() async throws {
    let notes = try notesForATest()
    let login = try Composed(inside: notes) { LoginObjects(store: Need(notes.store)) }
    let text = try await login.withScope(LoginSession(user: "Ann")) { scope in try scope(login.timeline).text }
    #expect(text == "Ann in memory")
  }
}
