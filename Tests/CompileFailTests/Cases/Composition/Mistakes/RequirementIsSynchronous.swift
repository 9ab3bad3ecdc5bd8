// What a module requires synchronously is made synchronously.
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
struct Module: Composition {
  let pool: Need<Pool>
}
struct App: Composition {
  let pool = SharedAsync { try await Pool.connect() }
  // compiles: let module = Module(pool: Need(\App.pool.warmedUp))
  // refused: this is not there when a synchronous factory runs: declare a NeedAsync or NeedOnMain, or pass its 'warmedUp'
  let module = Module(pool: Need(\App.pool))
}
