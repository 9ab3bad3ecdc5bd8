// A scope may be used by many tasks, so what lives in it is Sendable; a graph belongs to the resolution that builds it.
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  // compiles: try container.register(Basket.self, scope: .graph) { _ in Basket() }
  // refused: type 'Basket' does not conform to the 'Sendable' protocol
  try container.register(Basket.self, scope: .scoped) { _ in Basket() }
}
