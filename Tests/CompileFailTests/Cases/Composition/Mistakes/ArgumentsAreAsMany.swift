// What takes two arguments is called with two.
import HoldfastComposition

struct App: Composition {
  let page = Maker(taking: Int.self, String.self) { number, text in "\(number) \(text)" }
}
func use(_ app: Composed<App>) throws {
  // compiles: _ = try app.page(1, "one")
  // refused: cannot convert value of type 'Int' to expected argument type '(Int, String)'
  _ = try app.page(1)
}
