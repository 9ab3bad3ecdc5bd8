// What is overridden is a property.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let clock = Shared<any Clock> { WallClock() }
}
func use() throws {
  // compiles: _ = try Composed(App.init) { override, app in override(app.clock) { WallClock() } }
  // refused: generic parameter 'Root' could not be inferred
  // refused: value of type 'App' has no member 'clok'
  _ = try Composed(App.init) { override, app in override(app.clok) { WallClock() } }
}
