// The same in an unshared scope.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  try container.register(Basket.self, scope: .transient) { Basket(store: try $0.resolve(), number: 1) }
}
