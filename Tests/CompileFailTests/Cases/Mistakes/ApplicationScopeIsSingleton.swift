// A further one.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) throws {
  // compiles: try app.register(Clock.self, scope: .singleton) { _ in Clock() }
  // refused: 'application' is unavailable: write .singleton, the default: one value for each container
  try app.register(Clock.self, scope: .application) { _ in Clock() }
}
