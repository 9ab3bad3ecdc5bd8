// Each need has the type that the factory takes.
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
  // compiles: let store = Shared(\.config, \.clock) { Store(config: $0, clock: $1) }
  // refused: cannot convert value of type 'any Clock' to expected argument type 'Config'
  let store = Shared(\.clock, \.config) { Store(config: $0, clock: $1) }
}
