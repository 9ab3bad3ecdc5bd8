// Arguments of a request have a label.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) throws {
  // compiles: _ = try app.resolve(Clock.self, with: 1)
  // refused: is unavailable: say that they are arguments: resolve(Page.self, with: user)
  _ = try app.resolve(Clock.self, 1)
}
