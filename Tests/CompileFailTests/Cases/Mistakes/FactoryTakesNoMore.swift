// A factory takes no more than its arguments.
import Holdfast

private struct Page: Sendable {
  let user: String
}

func use(_ app: Container) throws {
  // compiles: try app.register(Page.self, .factory(taking: String.self) { _, user in Page(user: user) })
  // refused: is unavailable: the factory takes the resolver and each argument, no more: .factory(taking: A.self) { resolver, a in … }
  try app.register(Page.self, .factory(taking: String.self) { _, user, tab in Page(user: user + tab) })
}
