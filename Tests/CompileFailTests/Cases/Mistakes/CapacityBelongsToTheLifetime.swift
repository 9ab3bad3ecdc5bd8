// How many values are kept is said where the lifetime is.
import Holdfast

private struct Page: Sendable {
  let user: String
}

func use(_ app: Container) throws {
  // compiles: try app.register(Page.self, scope: .singleton(capacity: 9), .factory(taking: String.self) { _, user in Page(user: user) })
  // refused: is unavailable: the capacity belongs to the lifetime: scope: .singleton(capacity: 100)
  try app.register(Page.self, capacity: 9, .factory(taking: String.self) { _, user in Page(user: user) })
}
