// An object of a graph belongs to its callers, so it has no disposer.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .scoped(dispose: { await $0.close() })) { _ in Pool() }
  // refused: is unavailable: an object of a graph belongs to its callers, who end it: a disposer is for .singleton, .scoped, .cached and .unchecked(.singleton)
  try app.register(Pool.self, scope: .graph(dispose: { await $0.close() })) { _ in Pool() }
}
