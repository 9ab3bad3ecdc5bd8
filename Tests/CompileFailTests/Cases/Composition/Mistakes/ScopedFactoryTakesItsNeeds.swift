// The factory of a scope uses a need as what it is.
import HoldfastComposition

struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
struct Audit: Sendable { let user: User }
struct App: Composition {
  let request = Given<Request>()
  // compiles: let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0.user) }
  // refused: requires that 'Given<Request>' conform to 'Composition'
  let audit = Scoped<Request, Audit>(\.request) { Audit(user: $0) }
}
