// The same in an unshared scope.
// expect: is unavailable: no resolver has what this calls: begin with { (resolver: Resolution) in … } to be told what
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  try container.register(Basket.self, scope: .transient) { Basket(store: try $0.get(), number: 1) }
}
