// What is made anew is given to one task.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class Draft { var text = "" }
struct App: Composition {
  let draft = New { Draft() }
}
func use(_ app: Composed<App>) throws {
  let draft = try app.draft()
  Task { draft.text = "a" }
  // compiles: _ = try app.draft()
  // refused: sending value of non-Sendable type '() async -> ()' risks causing data races [#SendingRisksDataRace]
  draft.text = "b"
}
