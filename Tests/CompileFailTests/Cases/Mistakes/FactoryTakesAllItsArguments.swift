// The same where some are taken.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  // compiles: try container.register(Basket.self, taking: Int.self, String.self) { r, number, _ in Basket(store: try r.resolve(), number: number) }
  // refused: is unavailable: the factory takes the resolver and each argument: taking: A.self, B.self) { resolver, a, b in … }
  try container.register(Basket.self, taking: Int.self, String.self) { r, number in Basket(store: try r.resolve(), number: number) }
}
