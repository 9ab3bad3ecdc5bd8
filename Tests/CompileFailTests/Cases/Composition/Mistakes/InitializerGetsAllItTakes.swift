// The factory gives the object's initializer all that it takes.
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
  // refused: missing argument for parameter 'config' in call
  let store = Shared(\.clock) { Store(clock: $0) }
}
