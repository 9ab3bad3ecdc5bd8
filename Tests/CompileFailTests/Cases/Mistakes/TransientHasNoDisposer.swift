// What belongs to its caller is not disposed of.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .singleton(dispose: { await $0.close() })) { _ in Pool() }
  // refused: is unavailable: a transient belongs to its caller, who ends it: a disposer is for .singleton, .scoped, .cached and .unchecked(.singleton)
  try app.register(Pool.self, scope: .transient(dispose: { await $0.close() })) { _ in Pool() }
}
