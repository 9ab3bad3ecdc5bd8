// A factory takes the resolver and every argument.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, scope: .transient, .factory(taking: Int.self) { r, _ in Basket(store: try r.resolve(), number: 1) })
  // refused: is unavailable: the factory takes the resolver and each argument: .factory(taking: A.self) { resolver, a in … }
  try app.register(Basket.self, scope: .transient, .factory(taking: Int.self) { r in Basket(store: try r.resolve(), number: 1) })
}
