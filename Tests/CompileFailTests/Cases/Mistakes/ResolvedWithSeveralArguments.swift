// Several arguments of a request have one label.
import Holdfast

private final class Clock: Sendable {}

func use(_ app: Container) async throws {
  // compiles: _ = try await app.resolve(Clock.self, with: 1, "noon")
  // refused: is unavailable: the label is with: resolve(Page.self, with: user, number)
  _ = try await app.resolve(Clock.self, arguments: 1, "noon")
}
