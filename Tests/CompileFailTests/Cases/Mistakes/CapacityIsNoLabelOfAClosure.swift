// The same for a closure.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .cached("pools")) { _ in Pool() }
  // refused: is unavailable: the capacity belongs to the lifetime: scope: .singleton(capacity: 100)
  try app.register(Pool.self, scope: .cached("pools"), capacity: 9) { _ in Pool() }
}
