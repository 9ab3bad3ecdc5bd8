// Another container's word for a singleton.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  // compiles: try container.register(Clock.self, scope: .singleton) { _ in Clock() }
  // refused: 'container' is unavailable: write .singleton, the default: one instance for each container
  try container.register(Clock.self, scope: .container) { _ in Clock() }
}
