// How long is what scope: says.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .scoped) { _ in Pool() }
  // refused: is unavailable: the label is scope: register(Store.self, scope: .scoped) { resolver in … }
  try app.register(Pool.self, lifetime: .scoped) { _ in Pool() }
}
