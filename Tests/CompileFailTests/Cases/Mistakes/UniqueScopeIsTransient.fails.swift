// Other containers' word for a transient.
// expect: 'unique' is unavailable: write .transient: built anew at every resolve
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .unique) { _ in Clock() }
}
