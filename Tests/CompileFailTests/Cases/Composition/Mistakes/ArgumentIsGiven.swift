// What is made of an argument is given one.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let page = Maker(taking: Int.self) { "\($0)" }
}
func use(_ app: Composed<App>) throws -> String {
  // compiles: try app.page(1)
  // refused: missing argument for parameter #1 in call
  try app.page()
}
