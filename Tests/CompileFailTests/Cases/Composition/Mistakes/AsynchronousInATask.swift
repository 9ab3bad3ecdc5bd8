// What is made asynchronously is asked for in a task.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
actor Pool {
  static func connect() async throws -> Pool { Pool() }
}
final class Banner: Sendable {
  init(pool: Pool) {}
}
struct App: Composition {
  let pool = SharedAsync { try await Pool.connect() }
}
func use(_ app: Composed<App>) throws -> Pool {
  // compiles: try app.pool.warmedUp()
  // refused: 'async' call in a function that does not support concurrency
  try app.pool()
}
