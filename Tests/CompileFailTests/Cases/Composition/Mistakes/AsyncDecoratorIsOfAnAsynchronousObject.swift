// A decorator that awaits is of what an asynchronous factory makes.
import HoldfastComposition

struct App: Composition {
  let pool = SharedAsync { 1 }
  let store = Shared { 1 }
  // compiles: let watched = Decorator(async: \.pool) { $0 }
  // refused: initializer 'init(async:_:fileID:line:decorate:)' requires that 'SharedObject<App, Int>' conform to 'AsyncObjectSource'
  let watched = Decorator(async: \.store) { $0 }
}
