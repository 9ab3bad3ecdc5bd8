// A slip in the name of a way of making.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, .async { _ in try await Pool.connect() })
  // refused: 'asynch(by:)' has been renamed to 'async(by:)'
  try app.register(Pool.self, .asynch { _ in try await Pool.connect() })
}
