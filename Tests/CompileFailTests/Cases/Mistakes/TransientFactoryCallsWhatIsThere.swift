// The same in an unshared scope.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  // compiles: try container.register(Basket.self, scope: .transient) { Basket(store: try $0.resolve(), number: 1) }
  // refused: is unavailable: no resolver has what this calls: begin with { (resolver: Resolution) in … } to be told what
  try container.register(Basket.self, scope: .transient) { Basket(store: try $0.get(), number: 1) }
}
