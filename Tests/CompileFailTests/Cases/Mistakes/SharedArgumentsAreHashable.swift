// Values are shared by arguments that can be told apart.
import Holdfast

private struct Token: Sendable {}

func use(_ app: Container) throws {
  // compiles: try app.register(Int.self, scope: .transient, .factory(taking: Token.self) { _, _ in 1 })
  // refused: is unavailable: arguments of a shared value must be Hashable and Sendable: make them so, or write scope: .transient
  try app.register(Int.self, .factory(taking: Token.self) { _, _ in 1 })
}
