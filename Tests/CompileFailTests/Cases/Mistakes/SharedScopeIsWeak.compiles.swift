// Other containers' word for what is kept while it is held.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .weak) { _ in Clock() }
}
