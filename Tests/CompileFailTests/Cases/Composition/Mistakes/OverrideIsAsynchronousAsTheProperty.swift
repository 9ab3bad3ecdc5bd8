// An override is asynchronous only if the property is.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
func load() async -> WallClock { WallClock() }
struct App: Composition {
  let clock = Shared<any Clock> { WallClock() }
}
func use() throws {
  // compiles: _ = try Composed(App.init) { override, app in override(app.clock) { WallClock() } }
  // refused: cannot pass function of type '@Sendable () async -> any Clock' to parameter expecting synchronous function type
  _ = try Composed(App.init) { override, app in override(app.clock) { await load() } }
}
