// Only properties of the composition can be asked for.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let config = Shared { Config() }
}
func use(_ app: Composed<App>) throws -> Config {
  // compiles: try app.config()
  // refused: value of type 'Composed<App>' has no dynamic member 'confg' using key path from root type 'App'
  try app.confg()
}
