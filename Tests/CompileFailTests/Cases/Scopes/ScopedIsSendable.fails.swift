// A scope may be used by many tasks, so what lives in it is Sendable; a graph belongs to the resolution that builds it.
// expect: type 'Basket' does not conform to the 'Sendable' protocol
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self, scope: .scoped) { _ in Basket() }
}
