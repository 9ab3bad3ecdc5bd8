// What is watched is shared while it lives.
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self, scope: .transient) { _ in Basket() }
}
