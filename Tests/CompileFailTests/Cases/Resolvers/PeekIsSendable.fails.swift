// Looking at an instance without resolving it shares it.
// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Holdfast

private final class Basket {
  var items: [String] = []
}

func look(_ container: Container) -> Bool {
  container.peek(Basket.self) != nil
}
