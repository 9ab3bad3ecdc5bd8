// A property is asked for its object.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let config = Shared { Config() }
}
func use(_ app: Composed<App>) throws -> Config {
  // compiles: try app.config()
  // refused: cannot convert return expression of type 'App.Shared<Config>' (aka 'SharedObject<App, Config>') to return type 'Config'
  app.config
}
