// A factory that suspends is an asynchronous one.
import Holdfast

private actor Pool {
  static func connect() async -> Pool { Pool() }
}

func register(in container: Container) throws {
  // compiles: try container.register(Pool.self, .async { _ in await Pool.connect() })
  // refused: cannot pass function of type '@Sendable (FactoryResolver) async -> Pool' to parameter expecting synchronous function type
  try container.register(Pool.self, .factory { _ in await Pool.connect() })
}
