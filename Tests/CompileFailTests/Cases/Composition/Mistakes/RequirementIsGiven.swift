// A module is made with all that it requires.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct Module: Composition {
  let config: Need<Config>
  let clock: Need<any Clock>
}
struct App: Composition {
  let config = Shared { Config() }
  let clock = Shared<any Clock> { WallClock() }
  // compiles: let module = Module(config: Need(\App.config), clock: Need(\App.clock))
  // refused: missing argument for parameter 'clock' in call
  let module = Module(config: Need(\App.config))
}
