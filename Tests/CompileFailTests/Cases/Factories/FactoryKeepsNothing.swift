// A factory hands its unshared value over, and keeps nothing of it.
import Holdfast

private final class Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self, scope: .transient) { _ in
    let (basket, other) = (Basket(), Basket())
    // compiles: Task { other.items.append("apple") }
    // refused: sending value of non-Sendable type '() async -> ()' risks causing data races
    Task { basket.items.append("apple") }
    return basket
  }
}
