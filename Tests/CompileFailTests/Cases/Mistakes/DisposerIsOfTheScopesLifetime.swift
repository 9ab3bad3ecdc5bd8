// The same beside a scope.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Pool.self, scope: .scoped(dispose: { await $0.close() })) { _ in Pool() }
  // refused: is unavailable: the disposer belongs to the lifetime: scope: .singleton(dispose: { … })
  try app.register(Pool.self, scope: .scoped, dispose: { await $0.close() }) { _ in Pool() }
}
