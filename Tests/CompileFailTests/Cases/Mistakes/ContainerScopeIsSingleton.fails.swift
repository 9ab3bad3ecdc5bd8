// Another container's word for a singleton.
// expect: 'container' is unavailable: write .singleton, the default: one instance for each container
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .container) { _ in Clock() }
}
