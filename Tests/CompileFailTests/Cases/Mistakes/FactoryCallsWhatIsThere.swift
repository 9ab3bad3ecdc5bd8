// A misspelt call inside a factory is told as such, not as "cannot infer type of closure parameter".
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self) { r in Basket(store: try r.resolve(), number: 1) }
  // refused: value of type 'FactoryResolver' has no member 'reslove'
  try app.register(Basket.self) { r in Basket(store: try r.reslove(), number: 1) }
}
