// An object of a scope is asked for in a scope of its kind.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
final class Audit: Sendable {
  init(user: User) {}
}
struct Session: ComposedScope {}
struct App: Composition {
  let request = Given<Request>()
  let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
}
func use(_ app: Composed<App>, _ request: OpenScope<Request>, _ session: OpenScope<Session>) throws -> Audit {
  // compiles: try request(app.audit)
  // refused: a scope is asked for objects of its kind
  try session(app.audit)
}
