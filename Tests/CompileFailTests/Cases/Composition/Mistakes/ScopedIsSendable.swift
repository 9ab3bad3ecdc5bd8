// What a scope keeps is Sendable.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct User: Sendable { let id: Int }
struct Request: ComposedScope { let user: User }
final class Audit: Sendable {
  init(user: User) {}
}
final class Draft { var text = "" }
struct App: Composition {
  // compiles: let draft = New<Draft> { Draft() }
  // refused: stored property 'draft' of 'Sendable'-conforming struct 'App' contains non-Sendable type 'Draft'
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  let draft = Scoped<Request, Draft> { Draft() }
}
