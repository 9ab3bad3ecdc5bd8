// Only a singleton can be built at the start, and its name says so.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  // compiles: try container.register(Clock.self, scope: .eagerSingleton) { _ in Clock() }
  // refused: 'eager' has been renamed to 'eagerSingleton'
  try container.register(Clock.self, scope: .eager) { _ in Clock() }
}
