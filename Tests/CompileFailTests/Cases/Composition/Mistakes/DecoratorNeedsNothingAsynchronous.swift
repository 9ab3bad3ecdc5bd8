// A synchronous decorator cannot wait for a need.
import HoldfastComposition

struct App: Composition {
  let config = Shared { 1 }
  let pool = SharedAsync { 1 }
  // compiles: let more = Decorator(\.config, \.pool.warmedUp) { $0 + $1 }
  // refused: requires that 'SharedAsyncObject<App, Int>' conform to 'SharedSource'
  let more = Decorator(\.config, \.pool) { $0 + $1 }
}
