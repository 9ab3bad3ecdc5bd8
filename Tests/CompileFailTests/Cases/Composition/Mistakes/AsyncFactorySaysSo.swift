// An asynchronous factory says so.
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
  // compiles: let pool = SharedAsync { try await Pool.connect() }
  // refused: cannot pass function of type '@Sendable () async throws -> Pool' to parameter expecting synchronous function type
  let pool = Shared { try await Pool.connect() }
}
