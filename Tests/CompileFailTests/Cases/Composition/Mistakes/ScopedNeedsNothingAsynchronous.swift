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
  // refused: initializer 'init(dispose:_:fileID:line:make:)' requires that 'ScopedAsyncObject<App, Request, Int>' conform to 'ScopedSource'
  let text = Scoped<Request, String>(\.audit) { "\($0)" }
}
