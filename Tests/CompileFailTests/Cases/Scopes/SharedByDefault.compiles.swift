// Without a scope a registration is a singleton, so its type is Sendable.
import Holdfast

private actor Basket {
  var items: [String] = []
}

func register(in container: Container) throws {
  try container.register(Basket.self) { _ in Basket() }
}
