// A scope that is misspelt.
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  // compiles: try container.register(Clock.self, scope: .singleton) { _ in Clock() }
  // refused: 'singelton' has been renamed to 'singleton'
  try container.register(Clock.self, scope: .singelton) { _ in Clock() }
}
