// An override of what callers share cannot need an object of a scope.
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
  let one = Shared { 1 }
  let number = Shared { 1 }
}
func use() throws {
  // compiles: _ = try Composed(App.init) { override, app in override(app.number, app.one) { $0 } }
  // refused: instance method 'callAsFunction(_:dispose:_:fileID:line:make:)' requires that 'Given<Request>' conform to 'SharedSource'
  _ = try Composed(App.init) { override, app in override(app.number, app.request) { $0.user.id } }
}
