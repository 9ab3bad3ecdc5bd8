// A property that the initializer forgets.
import HoldfastComposition

struct Config: Sendable {}
struct App: Composition {
  let config: Shared<Config>
  let text: Shared<String>
  init() {
    text = Shared { "text" }
    // compiles: config = Shared { Config() } }
    // refused: return from initializer without initializing all stored properties
  }
}
