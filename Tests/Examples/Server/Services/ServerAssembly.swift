import Holdfast

/// What the server is made of.
struct ServerAssembly: Assembly {
  /// Everything that was built.
  let objects: Census
  /// The sessions that were opened and closed.
  let sessions: Census

  func register(in batch: Batch) {
    let (objects, sessions) = (objects, sessions)
    batch.register(GuestBook.self) { _ in GuestBook(objects: objects) }
    batch.register(Session.self, scope: .scoped) { _ in Session(objects: objects, sessions: sessions) }
    batch.register(Handler.self, scope: .scoped) { r in Handler(session: try r.resolve(), book: try r.resolve(), objects: objects) }
  }
}
