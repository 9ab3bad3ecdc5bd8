// A scope that is misspelt.
// expect: 'singelton' has been renamed to 'singleton'
import Holdfast

private final class Clock: Sendable {}

func use(_ container: Container) throws {
  try container.register(Clock.self, scope: .singelton) { _ in Clock() }
}
