// What is resolved is found by its type, so one has to be said.
// expect: 'resolve(named:)' is unavailable: say which type: resolve(Store.self), or let store: Store = try resolve()
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ container: Container) throws {
  let basket = try container.resolve()
  _ = basket
}
