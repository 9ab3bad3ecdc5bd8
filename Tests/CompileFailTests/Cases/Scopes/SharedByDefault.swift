// Without a scope a registration is a singleton, so its type is Sendable.
import Holdfast

// compiles: private actor Basket {
// refused: type 'Basket' does not conform to the 'Sendable' protocol
private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self) { _ in Basket() }
}
