// The same after the factory.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .singleton(dispose: { await $0.close() }), factory: { _ in Pool() })
  // refused: is unavailable: the disposer belongs to the lifetime: scope: .singleton(dispose: { … })
  try app.register(Pool.self, factory: { _ in Pool() }, dispose: { await $0.close() })
}
