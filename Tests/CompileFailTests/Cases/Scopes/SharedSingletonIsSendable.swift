// What is shared is Sendable; what belongs to the caller that resolves it may be anything.
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  // compiles: try container.register(Basket.self, scope: .transient) { _ in Basket() }
  // refused: type 'Basket' does not conform to the 'Sendable' protocol
  try container.register(Basket.self, scope: .singleton) { _ in Basket() }
}
