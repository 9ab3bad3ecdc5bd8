// What is shared as long as it is held is an object.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct App: Composition {
  // compiles: let config = Shared<Config>(in: .once) { Config() }
  // refused: initializer 'init(in:_:fileID:line:make:)' requires that 'Config' be a class type
  let config = Shared<Config>(in: .weak) { Config() }
}
