// What callers share is Sendable, without a lifetime too.
import Holdfast

private final class Draft {}

func use(_ app: Container) throws {
  // compiles: try app.register(Draft.self, scope: .transient) { _ in Draft() }
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  try app.register(Draft.self) { _ in Draft() }
}
