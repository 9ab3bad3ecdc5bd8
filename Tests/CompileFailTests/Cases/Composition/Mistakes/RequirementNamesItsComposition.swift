// The key path of a requirement says where it begins.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct Module: Composition {
  let config: Need<Config>
}
struct App: Composition {
  let config = Shared { Config() }
  // compiles: let module = Module(config: Need(\App.config))
  // refused: cannot infer key path type from context; consider explicitly specifying a root type
  let module = Module(config: Need(\.config))
}
