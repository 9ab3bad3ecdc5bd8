// A scope lives longer than those inside it.
import HoldfastComposition

struct Session: ComposedScope { let name: String }
struct Request: ComposedScope {
  typealias Outer = Session
  let path: String
}
struct App: Composition {
  let audit = Scoped<Request, [String]> { [] }
  // compiles: let count = Scoped<Request, Int>(\.audit) { $0.count }
  // refused: no exact matches in reference to subscript
  let count = Scoped<Session, Int>(\.audit) { $0.count }
}
