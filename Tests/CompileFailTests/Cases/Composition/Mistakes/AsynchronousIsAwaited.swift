// What is made asynchronously is awaited.
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
func use(_ app: Composed<App>) async throws -> Pool {
  // compiles: try await app.pool()
  // refused: expression is 'async' but is not marked with 'await'
  try app.pool()
}
