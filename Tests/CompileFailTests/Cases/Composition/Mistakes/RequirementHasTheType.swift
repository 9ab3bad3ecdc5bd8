// A requirement is given what has its type.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct Module: Composition {
  let config: Need<Config>
}
struct App: Composition {
  let config = Shared { Config() }
  let clock = Shared<any Clock> { WallClock() }
  // compiles: let module = Module(config: Need(\App.config))
  // refused: no exact matches in call to initializer
  let module = Module(config: Need(\App.clock))
}
