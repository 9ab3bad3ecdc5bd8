// The same where it is asynchronous.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, .async(taking: String.self) { _, _ in try await Pool.connect() })
  // refused: is unavailable: arguments belong to the factory: register(Page.self, .factory(taking: User.self) { resolver, user in … })
  try app.register(Pool.self, taking: String.self) { _, _ in try await Pool.connect() }
}
