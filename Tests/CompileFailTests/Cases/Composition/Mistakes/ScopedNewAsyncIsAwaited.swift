// A new object of a scope that is made asynchronously is awaited.
import HoldfastComposition

struct Request: ComposedScope {}
struct Reply {}
struct App: Composition {
  let reply = ScopedNewAsync<Request, Reply> { Reply() }
}
func use(_ app: Composed<App>) async throws {
  try await app.withScope(Request()) { scope in
    // compiles: _ = try await scope(app.reply)
    // refused: expression is 'async' but is not marked with 'await'
    _ = try scope(app.reply)
  }
}
