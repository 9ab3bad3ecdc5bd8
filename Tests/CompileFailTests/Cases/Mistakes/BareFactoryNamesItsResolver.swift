// A factory takes the resolver, also where the type is inferred.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register { _ in Pool() }
  // refused: type '() -> Pool' does not conform to the 'Sendable' protocol
  try app.register { Pool() }
}
