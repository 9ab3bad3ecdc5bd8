// Another container's word for a singleton.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) throws {
  // compiles: try app.register(Clock.self, scope: .singleton) { _ in Clock() }
  // refused: 'container' is unavailable: write .singleton, the default: one value for each container
  try app.register(Clock.self, scope: .container) { _ in Clock() }
}
