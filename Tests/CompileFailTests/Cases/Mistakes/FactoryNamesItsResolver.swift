// A factory takes the resolver, also where it resolves nothing.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) throws {
  // compiles: try app.register(Clock.self) { _ in Clock() }
  // refused: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored
  try app.register(Clock.self) { Clock() }
}
