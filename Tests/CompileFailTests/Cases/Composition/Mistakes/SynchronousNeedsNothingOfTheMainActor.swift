// A synchronous factory cannot wait for the main actor.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
@MainActor final class Theme {}
struct App: Composition {
  let theme = SharedOnMain { Theme() }
  // compiles: let config = SharedOnMain(\.theme) { _ in Config() }
  // refused: this need is not there when the factory runs
  let config = Shared(\.theme) { _ in Config() }
}
