// The factory takes all its needs.
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
  // refused: pack expansion requires that 'SharedObject<App, Config>' and 'Config, any Clock' have the same shape
  let store = Shared(\.config) { Store(config: $0, clock: $1) }
}
