// A scope that was opened from inside has the objects of its kind.
import HoldfastComposition

struct Request: ComposedScope {}
struct Job: ComposedScope {}
struct App: Composition {
  let total = Scoped<Request, Int> { 1 }
  let scopes = Scopes()
}
func use(_ scopes: ComposedScopeOpener<App>) async throws {
  // compiles: _ = try await scopes.withScope(Request()) { scope, app in try scope(app.total) }
  // refused: a scope is asked for objects of its kind
  _ = try await scopes.withScope(Job()) { scope, app in try scope(app.total) }
}
