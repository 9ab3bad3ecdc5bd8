// An object that the container holds weakly belongs to its holders, so it has no disposer.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .cached("pools", dispose: { await $0.close() })) { _ in Pool() }
  // refused: is unavailable: the container does not own what it holds weakly: a disposer is for .singleton, .scoped and .cached
  try app.register(Pool.self, scope: .weak(dispose: { await $0.close() })) { _ in Pool() }
}
