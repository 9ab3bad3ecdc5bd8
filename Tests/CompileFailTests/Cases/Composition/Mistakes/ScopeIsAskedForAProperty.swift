// An open scope is asked for a property that is there.
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
    // compiles: try scope(app.name)
    // refused: value of type 'Composed<App>' has no dynamic member 'nam'
    try scope(app.nam)
  }
}
