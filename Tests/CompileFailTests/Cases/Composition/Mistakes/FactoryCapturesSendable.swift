// A factory captures nothing that is not Sendable.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class Counter { var count = 0 }
struct App: Composition {
  let number: Shared<Int>
  init(_ counter: Counter) {
    // compiles: number = Shared { 1 }
    // refused: capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure [#SendableClosureCaptures]
    number = Shared { counter.count }
  }
}
