// The needs of an override have the types that it takes.
// needs: 6.3
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class Store: Sendable {
  init(config: Config, clock: any Clock) {}
}
struct App: Composition {
  let config = Shared { Config() }
  let clock = Shared<any Clock> { WallClock() }
  let store = Shared(\.config, \.clock) { Store(config: $0, clock: $1) }
}
func use() throws {
  // compiles: _ = try Composed(App.init) { override, app in override(app.store, app.config, app.clock) { Store(config: $0, clock: $1) } }
  // refused: cannot convert value of type '@Sendable (Config, any Clock) -> Store' to expected argument type 'UInt32'
  _ = try Composed(App.init) { override, app in override(app.store, app.clock, app.config) { Store(config: $0, clock: $1) } }
}
