// The same where the value is shared.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, .factory(taking: Int.self) { r, n in Basket(store: try r.resolve(), number: n) })
  // refused: is unavailable: say what the factory takes: register(…, .factory(taking: A.self) { resolver, a in … })
  try app.register(Basket.self) { r, n in Basket(store: try r.resolve(), number: n) }
}
