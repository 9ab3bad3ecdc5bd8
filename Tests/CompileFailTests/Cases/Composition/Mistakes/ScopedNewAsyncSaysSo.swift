// An asynchronous factory of a new object of a scope is written as such.
import HoldfastComposition

struct Request: ComposedScope {}
struct Reply {}
func load() async throws -> Reply { Reply() }
struct App: Composition {
  // compiles: let reply = ScopedNewAsync<Request, Reply> { try await load() }
  // refused: cannot pass function of type '@Sendable () async throws -> Reply' to parameter expecting synchronous function type
  let reply = ScopedNew<Request, Reply> { try await load() }
}
func use(_ app: Composed<App>) async throws {}
