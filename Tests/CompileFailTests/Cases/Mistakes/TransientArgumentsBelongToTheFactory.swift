// The same with a lifetime.
import Holdfast

private struct Page: Sendable {
  let user: String
}

func use(_ app: Container) throws {
  // compiles: try app.register(Page.self, scope: .transient, .factory(taking: String.self) { _, user in Page(user: user) })
  // refused: is unavailable: arguments belong to the factory: register(Page.self, .factory(taking: User.self) { resolver, user in … })
  try app.register(Page.self, scope: .transient, taking: String.self) { _, user in Page(user: user) }
}
