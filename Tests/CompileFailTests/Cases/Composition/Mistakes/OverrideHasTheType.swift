// An override makes what it overrides.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let clock = Shared<any Clock> { WallClock() }
}
func use() throws {
  // compiles: _ = try Composed(App.init) { override, app in override(app.clock) { WallClock() } }
  // refused: cannot convert value of type 'Config' to closure result type 'any Clock'
  _ = try Composed(App.init) { override, app in override(app.clock) { Config() } }
}
