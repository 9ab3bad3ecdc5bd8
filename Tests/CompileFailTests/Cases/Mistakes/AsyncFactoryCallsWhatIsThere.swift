// The same in an asynchronous factory.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, .async { r in Basket(store: try await r.resolve(), number: 1) })
  // refused: value of type 'FactoryResolver' has no member 'get'
  try app.register(Basket.self, .async { r in Basket(store: try await r.get(), number: 1) })
}
