// An object of a scope can need what lives in its own scope, in those around it, and outside scopes.
import HoldfastComposition

struct Session: ComposedScope { let name: String }
struct Request: ComposedScope {
  typealias Outer = Session
  let path: String
}
struct Job: ComposedScope { let number: Int }
final class Audit: Sendable {}
struct App: Composition {
  let cart = Scoped<Session, [String]> { [] }
  let audit = Scoped<Request, Audit>(\.cart) { _ in Audit() }
  let job = Given<Job>()
  // compiles: let count = Scoped<Request, Int>(\.cart) { $0.count }
  // refused: no exact matches in reference to subscript
  let count = Scoped<Request, Int>(\.job) { $0.number }
}
