// A composition has only properties that are Sendable.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class Draft { var text = "" }
struct App: Composition {
  // compiles: let draft = New { Draft() }
  // refused: stored property 'draft' of 'Sendable'-conforming struct 'App' has non-Sendable type 'Draft'
  let draft = Draft()
}
