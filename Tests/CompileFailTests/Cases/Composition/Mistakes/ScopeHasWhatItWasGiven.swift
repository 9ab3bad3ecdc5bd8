// What a scope was given is asked of the scope itself.
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
    // compiles: try scope.given.user.id
    // refused: and the scope for what it was given, 'try scope.given'
    try scope(app.request).user.id
  }
}
