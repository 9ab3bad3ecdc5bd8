// What is made anew cannot be given an object of a scope.
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
  let request = Given<Request>()
  let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
  // compiles: let text = Scoped<Request, String>(\.audit) { _ in "text" }
  // refused: this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write NewAsync or NewOnMain; if it is of a scope, write ScopedNew
  let text = New<String>(\.audit) { _ in "text" }
}
