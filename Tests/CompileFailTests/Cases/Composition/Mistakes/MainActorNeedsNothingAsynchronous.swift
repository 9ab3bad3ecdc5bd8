// A factory of the main actor cannot wait for a need.
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
@MainActor final class Screen {
  init(_ pool: Pool) {}
}
struct App: Composition {
  let pool = SharedAsync { try await Pool.connect() }
  // compiles: let screen = SharedOnMain(\.pool.warmedUp) { Screen($0) }
  // refused: initializer 'init(in:dispose:_:fileID:line:make:)' requires that 'SharedAsyncObject<App, Pool>' conform to 'MainSource'
  let screen = SharedOnMain(\.pool) { Screen($0) }
}
