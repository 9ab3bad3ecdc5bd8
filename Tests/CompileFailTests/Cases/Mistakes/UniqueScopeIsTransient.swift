// Other containers' word for a transient.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  // compiles: try container.register(Clock.self, scope: .transient) { _ in Clock() }
  // refused: 'unique' is unavailable: write .transient: built anew at every resolve
  try container.register(Clock.self, scope: .unique) { _ in Clock() }
}
