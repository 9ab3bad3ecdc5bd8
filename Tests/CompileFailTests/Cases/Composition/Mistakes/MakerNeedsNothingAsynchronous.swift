// A synchronous factory that takes an argument cannot wait for a need.
import HoldfastComposition

struct App: Composition {
  let pool = SharedAsync { 1 }
  // compiles: let page = MakerAsync(taking: Int.self, \.pool) { $0 + $1 }
  // refused: this need is not there when the factory runs: if it is asynchronous or of the main actor, need its 'warmedUp', or write MakerAsync
  let page = Maker(taking: Int.self, \.pool) { $0 + $1 }
}
