// A factory that suspends is an asynchronous one.
// expect: cannot pass function of type '@Sendable (Resolution) async -> Pool' to parameter expecting synchronous function type
import Holdfast

private actor Pool {
  static func connect() async -> Pool { Pool() }
}

func register(in container: Container) throws {
  try container.register(Pool.self, factory: { _ in await Pool.connect() })
}
