// A synchronous factory cannot wait for a need.
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
  // compiles: let banner = Shared(\.pool.warmedUp) { Banner(pool: $0) }
  // refused: this need is not there when the factory runs
  let banner = Shared(\.pool) { Banner(pool: $0) }
}
