// What everybody shares is Sendable; what belongs to whoever resolves it may be anything.
// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self, scope: .singleton) { _ in Basket() }
}
