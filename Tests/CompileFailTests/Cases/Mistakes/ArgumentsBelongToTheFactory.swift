// The types of arguments are said where the factory is.
import Holdfast

private struct Page: Sendable {
  let user: String
}

func use(_ app: Container) throws {
  // compiles: try app.register(Page.self, .factory(taking: String.self) { _, user in Page(user: user) })
  // refused: is unavailable: arguments belong to the factory: register(Page.self, .factory(taking: User.self) { resolver, user in … })
  try app.register(Page.self, taking: String.self) { _, user in Page(user: user) }
}
