// What takes no argument is given none.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let config = Shared { Config() }
}
func use(_ app: Composed<App>) throws -> Config {
  // compiles: try app.config()
  // refused: argument passed to call that takes no arguments
  try app.config(1)
}
