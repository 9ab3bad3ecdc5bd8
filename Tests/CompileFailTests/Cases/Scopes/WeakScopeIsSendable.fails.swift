// What is watched is shared while it lives.
// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self, scope: .weak) { _ in Basket() }
}
