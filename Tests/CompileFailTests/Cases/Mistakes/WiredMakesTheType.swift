// A wired initializer makes what is registered.
import Holdfast

private protocol Store: Sendable {}

private struct Basket: Sendable {
  let store: any Store
  let number: Int
}

func use(_ app: Container) throws {
  // compiles: try app.register(Basket.self, .wired(Basket.init))
  // refused: cannot convert value of type '@Sendable (any Store, Int) -> Basket'
  try app.register((any Store).self, .wired(Basket.init))
}
