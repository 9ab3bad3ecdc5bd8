// The disposer of a contribution belongs to its lifetime.
import Holdfast

private final class Pool: Sendable {
  static func connect() async throws -> Pool { Pool() }
  func close() async {}
}

func use(_ app: Container) throws {
  // compiles: try app.contribute(Pool.self, scope: .singleton(dispose: { await $0.close() })) { _ in Pool() }
  // refused: is unavailable: the disposer belongs to the lifetime: contribute(Plugin.self, scope: .singleton(dispose: { … })) { … }
  try app.contribute(Pool.self, dispose: { await $0.close() }) { _ in Pool() }
}
