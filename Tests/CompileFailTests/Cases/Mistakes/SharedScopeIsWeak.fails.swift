// Other containers' word for what is kept while it is held.
// expect: 'shared' is unavailable: write .weak for what is shared while other code holds it, .singleton for what the container keeps
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .shared) { _ in Clock() }
}
