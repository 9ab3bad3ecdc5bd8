// What the main actor makes is asked for there.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
@MainActor final class Theme {}
struct App: Composition {
  let theme = SharedOnMain { Theme() }
}
func use(_ app: Composed<App>) throws {
  // compiles: _ = try app.theme.warmedUp()
  // refused: call to main actor-isolated instance method 'callAsFunction()' in a synchronous nonisolated context [#ActorIsolatedCall]
  _ = try app.theme()
}
