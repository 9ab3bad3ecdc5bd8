// A lazy reference is shared by all who have it, and so is its value; a provider makes one for each call.
// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Holdfast

private final class Basket {
  var items: [String] = []
}

func later(_ container: Container) {
  _ = container.lazy(Basket.self)
}
