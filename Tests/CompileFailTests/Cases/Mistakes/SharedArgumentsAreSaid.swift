// The same where the value is shared.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  // compiles: try container.register(Basket.self, taking: Int.self) { r, number in Basket(store: try r.resolve(), number: number) }
  // refused: is unavailable: say what the factory takes: register(…, taking: A.self) { resolver, a in … }
  try container.register(Basket.self) { r, number in Basket(store: try r.resolve(), number: number) }
}
