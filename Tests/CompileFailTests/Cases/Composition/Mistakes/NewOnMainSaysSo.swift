// A factory of the main actor says so, also of what is made anew.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
@MainActor final class Theme {
  init() {}
}
struct App: Composition {
  // compiles: let theme = NewOnMain { Theme() }
  // refused: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context [#ActorIsolatedCall]
  let theme = New { Theme() }
}
