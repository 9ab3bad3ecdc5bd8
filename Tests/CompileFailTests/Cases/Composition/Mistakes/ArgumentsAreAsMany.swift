// What takes two arguments is called with two.
import HoldfastComposition

struct App: Composition {
  let page = Maker(taking: Int.self, String.self) { number, text in "\(number) \(text)" }
}
func use(_ app: Composed<App>) throws {
  // compiles: _ = try app.page(1, "one")
  // refused: requires the types 'Made<String, Int, String>' and 'Made<String, Int>' be equivalent
  _ = try app.page(1)
}
