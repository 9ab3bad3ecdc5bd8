// Another container's word for a singleton.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .singleton) { _ in Clock() }
}
