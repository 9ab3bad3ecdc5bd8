// Other containers' word for a transient.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .transient) { _ in Clock() }
}
