// The same for what is wired.
import Holdfast

private struct Page: Sendable {
  let user: String
}

func use(_ app: Container) throws {
  // compiles: try app.register(Page.self, scope: .scoped, .wired(Page.init))
  // refused: is unavailable: the label is scope: register(Store.self, scope: .scoped, .wired(DiskStore.init))
  try app.register(Page.self, lifetime: .scoped, .wired(Page.init))
}
