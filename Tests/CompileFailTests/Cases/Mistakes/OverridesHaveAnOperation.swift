// Overrides hold while something runs.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: app.withOverrides { _ in } operation: {}
  // refused: 'withOverrides' is unavailable: say what runs with the overrides: withOverrides { batch in … } operation: { … }
  try app.withOverrides { _ in }
}
