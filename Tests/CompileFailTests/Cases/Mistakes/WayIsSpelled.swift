// A way of making that there is not.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, .async { _ in try await Pool.connect() })
  // refused: 'asynchronous(by:)' has been renamed to 'async(by:)'
  try app.register(Pool.self, .asynchronous { _ in try await Pool.connect() })
}
