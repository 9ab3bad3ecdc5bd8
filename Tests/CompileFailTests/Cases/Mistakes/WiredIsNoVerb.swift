// Another one.
import Holdfast

private struct Page: Sendable {
  let user: String
}

func use(_ app: Container) throws {
  // compiles: try app.register(Page.self, .wired(Page.init))
  // refused: 'wire' has been renamed to 'wired(_:)'
  try app.register(Page.self, .wire(Page.init))
}
