// A misspelt call inside a factory is not told as "cannot infer type of closure parameter".
// expect: is unavailable: no resolver has what this calls: begin with { (resolver: Resolution) in … } to be told what
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  try container.register(Basket.self) { r in Basket(store: try r.reslove(), number: 1) }
}
