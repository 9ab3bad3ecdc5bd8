// A lazy reference is shared by all that have it, and so is its value; a provider makes one for each call.
import Holdfast

private final class Basket {
  var items: [String] = []
}

func later(_ container: Container) {
  // compiles: _ = container.provider(Basket.self)
  // refused: type 'Basket' does not conform to the 'Sendable' protocol
  _ = container.lazy(Basket.self)
}
