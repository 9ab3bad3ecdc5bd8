// What opens scopes from inside opens no inner scope without the one around it.
import HoldfastComposition

struct Session: ComposedScope {}
struct Step: ComposedScope { typealias Outer = Session }
struct App: Composition {
  let total = Scoped<Step, Int> { 1 }
  let scopes = Scopes()
}
func use(_ scopes: ComposedScopeOpener<App>) async throws {
  // compiles: _ = try await scopes.withScope(Session()) { session, _ in try await session.withScope(Step()) { _ in 1 } }
  // refused: instance method 'withScope(_:isolation:fileID:line:operation:)' requires the types 'Step.Outer' (aka 'Session') and 'NoOuterScope' be equivalent
  _ = try await scopes.withScope(Step()) { _, _ in 1 }
}
