// An object that is made of an argument is asked for with one.
import HoldfastComposition

struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
struct App: Composition {
  let config = Shared { 1 }
  let request = Given<Request>()
  let name = Scoped<Request, Int>(\.request) { $0.user.id }
  let page = ScopedMaker<Request, Int, Int>(taking: Int.self, \.request) { number, request in number + request.user.id }
}
func use(_ app: Composed<App>) async throws {
  try await app.withScope(Request(user: User(id: 1))) { scope in
    // compiles: _ = try scope(app.page, 3)
    // refused: a scope is asked for objects of its kind, with the arguments of a ScopedMaker
    _ = try scope(app.page)
  }
}
