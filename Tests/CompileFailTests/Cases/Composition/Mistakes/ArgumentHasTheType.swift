// An argument has the type that is taken.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let page = Maker(taking: Int.self) { "\($0)" }
}
func use(_ app: Composed<App>) throws -> String {
  // compiles: try app.page(1)
  // refused: cannot convert value of type 'String' to expected argument type 'Int'
  try app.page("1")
}
