// The same where some are taken.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, .factory(taking: Int.self, String.self) { r, n, _ in Basket(store: try r.resolve(), number: n) })
  // refused: is unavailable: the factory takes the resolver and each argument: .factory(taking: A.self, B.self) { resolver, a, b in … }
  try app.register(Basket.self, .factory(taking: Int.self, String.self) { r, n in Basket(store: try r.resolve(), number: n) })
}
