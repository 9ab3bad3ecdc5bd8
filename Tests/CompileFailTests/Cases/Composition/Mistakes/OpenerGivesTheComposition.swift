// The closure of an opener is given the scope and the composition.
import HoldfastComposition

struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
struct App: Composition {
  let config = Shared { 1 }
  let request = Given<Request>()
  let name = Scoped<Request, Int>(\.request) { $0.user.id }
  let scopes = Scopes()
}
func use(_ scopes: ComposedScopeOpener<App>) async throws -> Int {
  // compiles: try await scopes.withScope(Request(user: User(id: 1))) { scope, app in
  // refused: expects 2 arguments, but 1 was used in closure body
  try await scopes.withScope(Request(user: User(id: 1))) { scope in
    try scope(scopes.app.name)
  }
}
