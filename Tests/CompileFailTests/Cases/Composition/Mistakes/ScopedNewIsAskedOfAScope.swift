// What is made in a scope is asked of a scope.
import HoldfastComposition

struct Request: ComposedScope { let path: String }
final class Reply {}
struct App: Composition {
  let reply = ScopedNew<Request, Reply> { Reply() }
}
func use(_ app: Composed<App>, _ scope: OpenScope<Request>) throws {
  // compiles: _ = try scope(app.reply)
  // refused: cannot call value of non-function type
  _ = try app.reply()
}
