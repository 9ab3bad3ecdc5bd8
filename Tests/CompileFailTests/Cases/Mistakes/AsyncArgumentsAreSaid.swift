// The same in an asynchronous factory.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, .async(taking: Int.self) { r, n in Basket(store: try await r.resolve(), number: n) })
  // refused: is unavailable: say what the factory takes: .async(taking: A.self) { resolver, a in … }
  try app.register(Basket.self, .async { r, n in Basket(store: try await r.resolve(), number: n) })
}
