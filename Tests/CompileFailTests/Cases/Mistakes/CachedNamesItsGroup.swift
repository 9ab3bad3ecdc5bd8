// What is reset together has a name.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .cached("pools")) { _ in Pool() }
  // refused: 'cached' is unavailable: name the group, as in .cached("rates"), or write .singleton, the default
  try app.register(Pool.self, scope: .cached) { _ in Pool() }
}
