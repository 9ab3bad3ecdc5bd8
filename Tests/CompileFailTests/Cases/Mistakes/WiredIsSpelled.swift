// An initializer is passed to `.wired`, as a value of `Making`.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, .wired(Basket.init))
  // refused: 'wiring' has been renamed to 'wired(_:)'
  try app.register(Basket.self, .wiring(Basket.init))
}
