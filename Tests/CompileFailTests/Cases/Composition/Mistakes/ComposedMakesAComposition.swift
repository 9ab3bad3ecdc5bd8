// Only a composition is composed.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {}
struct Other: Sendable {}
func use() throws {
  // compiles: _ = try Composed(App.init)
  // refused: generic struct 'Composed' requires that 'Other' conform to 'Composition'
  _ = try Composed(Other.init)
}
