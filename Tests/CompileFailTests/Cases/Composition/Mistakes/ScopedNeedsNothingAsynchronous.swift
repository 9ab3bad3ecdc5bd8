// A synchronous factory of a scope cannot wait for a need.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
final class Audit: Sendable {
  init(user: User) {}
}
struct App: Composition {
  let audit = ScopedAsync<Request, Int> { 1 }
  // compiles: let text = ScopedAsync<Request, String>(\.audit) { "\($0)" }
  // refused: this need is not there when the factory runs: write ScopedAsync or ScopedOnMain
  let text = Scoped<Request, String>(\.audit) { "\($0)" }
}
