// Arguments of what callers share are compared.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct Query: Sendable {}
struct App: Composition {
  // compiles: let page = Maker(taking: Query.self) { _ in 1 }
  // refused: initializer 'init(in:taking:capacity:dispose:_:fileID:line:make:)' requires that 'Query' conform to 'Hashable'
  let page = Maker(in: .once, taking: Query.self) { _ in 1 }
}
