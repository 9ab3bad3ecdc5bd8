// A contribution says that it is asynchronous.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.contribute(Pool.self, .async { _ in try await Pool.connect() })
  // refused: is unavailable: say that the factory is asynchronous: contribute(Plugin.self, .async { resolver in … })
  try app.contribute(Pool.self) { _ in try await Pool.connect() }
}
