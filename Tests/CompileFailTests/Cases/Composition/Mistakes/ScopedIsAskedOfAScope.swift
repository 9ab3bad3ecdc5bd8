// An object of a scope is asked for in an open scope.
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
func use(_ app: Composed<App>, _ scope: OpenScope<Request>) throws -> Audit {
  // compiles: try scope(app.audit)
  // refused: cannot call value of non-function type 'App.Scoped<Request, Audit>' (aka 'ScopedObject<App, Request, Audit>')
  try app.audit()
}
