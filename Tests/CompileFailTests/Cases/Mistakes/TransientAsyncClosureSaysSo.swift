// The same with a lifetime.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .transient, .async { _ in try await Pool.connect() })
  // refused: is unavailable: say that the factory is asynchronous: register(Pool.self, .async { resolver in … })
  try app.register(Pool.self, scope: .transient) { _ in try await Pool.connect() }
}
