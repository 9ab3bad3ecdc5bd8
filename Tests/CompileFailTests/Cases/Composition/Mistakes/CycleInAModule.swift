// Two objects cannot need each other.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class A: Sendable {
  init(_ b: B) {}
}
final class B: Sendable {}
struct App: Composition {
  let a = Shared(\.b) { A($0) }
  // compiles: let b = Shared { B() }
  // refused: circular reference
  let b = Shared(\.a) { _ in B() }
}
