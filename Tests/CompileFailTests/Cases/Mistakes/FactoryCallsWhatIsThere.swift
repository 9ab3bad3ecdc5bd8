// A misspelt call inside a factory is not told as "cannot infer type of closure parameter".
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  // compiles: try container.register(Basket.self) { r in Basket(store: try r.resolve(), number: 1) }
  // refused: is unavailable: no resolver has what this calls: begin with { (resolver: Resolution) in … } to be told what
  try container.register(Basket.self) { r in Basket(store: try r.reslove(), number: 1) }
}
