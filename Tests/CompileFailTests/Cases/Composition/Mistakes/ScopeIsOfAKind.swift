// A scope of a composition is of a kind.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
final class Audit: Sendable {
  init(user: User) {}
}
struct App: Composition {
  let request = Given<Request>()
  let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
}
func use(_ app: Composed<App>) async throws {
  // compiles: try await app.withScope(Request(user: User(id: 1))) { scope in _ = try scope(app.audit) }
  // refused: requires that 'User' conform to 'ComposedScope'
  try await app.withScope(User(id: 1)) { scope in _ = try scope(app.audit) }
}
