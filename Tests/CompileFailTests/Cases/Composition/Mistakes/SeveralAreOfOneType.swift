// Several objects of one need are of one type.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  let first = Shared<any Clock> { WallClock() }
  let second = Shared { Config() }
  // compiles: let clocks: Several<any Clock> = Several(\.first, \.first)
  // refused: initializer 'init(_:_:)' requires the types 'any Clock' and 'Config' be equivalent
  let clocks: Several<any Clock> = Several(\.first, \.second)
}
