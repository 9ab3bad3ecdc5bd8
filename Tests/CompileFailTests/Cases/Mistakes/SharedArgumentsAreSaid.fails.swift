// The same where the value is shared.
// expect: is unavailable: say what the factory takes: register(…, taking: A.self) { resolver, a in … }
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  try container.register(Basket.self) { r, number in Basket(store: try r.resolve(), number: number) }
}
