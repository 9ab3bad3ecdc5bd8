// Looking at an instance without resolving it shares it.
import Holdfast

// compiles: private actor Basket {
// refused: type 'Basket' does not conform to the 'Sendable' protocol
private final class Basket {
  var items: [String] = []
}

func look(_ container: Container) -> Bool {
  container.peek(Basket.self) != nil
}
