// A value that exists is no way of making one.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) throws {
  // compiles: try app.register(Clock.self, instance: Clock())
  // refused: is unavailable: say that the value exists: register(Store.self, instance: store)
  try app.register(Clock.self, Clock())
}
