// A factory that suspends is an asynchronous one.
import Holdfast

private actor Pool {
  static func connect() async -> Pool { Pool() }
}

func register(in container: Container) throws {
  try container.register(Pool.self, async: { _ in await Pool.connect() })
}
