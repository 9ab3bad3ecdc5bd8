// What callers share cannot keep an object of a scope.
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
  // compiles: let keeper = Scoped<Request, Int>(\.request) { $0.user.id }
  // refused: this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write SharedAsync or SharedOnMain; if it is of a scope, write Scoped, or need 'Scopes()'
  let keeper = Shared<Int>(\.request) { $0.user.id }
}
