// Asking may fail.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let config = Shared { Config() }
}
func use(_ app: Composed<App>) throws -> Config {
  // compiles: try app.config()
  // refused: call can throw but is not marked with 'try'
  app.config()
}
