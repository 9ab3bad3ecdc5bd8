// A disposer is given the object.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  // compiles: let config = Shared(dispose: { (_: Config) in }) { Config() }
  // refused: cannot convert value of type 'Config' to closure result type 'WallClock'
  let config = Shared(dispose: { (_: WallClock) in }) { Config() }
}
