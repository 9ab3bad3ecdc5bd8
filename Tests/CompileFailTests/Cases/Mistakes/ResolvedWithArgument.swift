// The argument of a request has the label that it has in every function that takes some.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) throws {
  // compiles: _ = try app.resolve(Clock.self, with: 1)
  // refused: is unavailable: the label is with: resolve(Page.self, with: user)
  _ = try app.resolve(Clock.self, argument: 1)
}
