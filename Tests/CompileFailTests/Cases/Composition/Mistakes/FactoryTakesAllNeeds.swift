// A need that the factory does not take is a mistake.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let config = Shared { Config() }
  // compiles: let text = Shared(\.config) { _ in "text" }
  // refused: extra argument in call
  let text = Shared(\.config) { "text" }
}
