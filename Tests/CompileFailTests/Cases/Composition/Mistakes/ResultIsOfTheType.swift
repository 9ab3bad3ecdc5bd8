// What the factory makes is of the type that callers get.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  // compiles: let clock = Shared<any Clock> { WallClock() }
  // refused: cannot convert value of type 'Config' to closure result type 'any Clock'
  let clock = Shared<any Clock> { Config() }
}
