// A need is a property that is there.
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
  // refused: value of type 'App' has no member 'confg'
  let store = Shared(\.confg, \.clock) { Store(config: $0, clock: $1) }
}
