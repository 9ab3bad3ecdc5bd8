// What callers share is Sendable.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class Draft { var text = "" }
struct App: Composition {
  // compiles: let draft = New { Draft() }
  // refused: stored property 'draft' of 'Sendable'-conforming struct 'App' contains non-Sendable type 'Draft'
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  let draft = Shared { Draft() }
}
