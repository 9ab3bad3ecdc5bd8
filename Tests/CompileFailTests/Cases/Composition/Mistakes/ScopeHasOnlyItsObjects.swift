// What all scopes share is asked of the composition.
import HoldfastComposition

struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
struct App: Composition {
  let config = Shared { 1 }
  let request = Given<Request>()
  let name = Scoped<Request, Int>(\.request) { $0.user.id }
}
func use(_ app: Composed<App>) async throws -> Int {
  try await app.withScope(Request(user: User(id: 1))) { scope in
    // compiles: try app.config()
    // refused: a scope is asked for objects of its kind, with the arguments of a ScopedMaker: ask the composition for what it shares
    try scope(app.config)
  }
}
