// What is resolved is found by its type, so one has to be said.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  // compiles: let basket = try container.resolve(Basket.self)
  // refused: 'resolve(named:)' is unavailable: say which type: resolve(Store.self), or let store: Store = try resolve()
  let basket = try container.resolve()
  _ = basket
}
