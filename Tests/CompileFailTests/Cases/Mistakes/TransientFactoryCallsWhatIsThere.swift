// The same with a lifetime.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, scope: .transient) { Basket(store: try $0.resolve(), number: 1) }
  // refused: value of type 'FactoryResolver' has no member 'get'
  try app.register(Basket.self, scope: .transient) { Basket(store: try $0.get(), number: 1) }
}
