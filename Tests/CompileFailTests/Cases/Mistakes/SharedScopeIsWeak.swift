// Other containers' word for what is kept while it is held.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  // compiles: try container.register(Clock.self, scope: .weak) { _ in Clock() }
  // refused: 'shared' is unavailable: write .weak for what is shared while other code holds it, .singleton for what the container keeps
  try container.register(Clock.self, scope: .shared) { _ in Clock() }
}
