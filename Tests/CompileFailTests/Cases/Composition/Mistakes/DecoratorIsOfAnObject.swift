// Only an object can be decorated, and not what refers to it.
import HoldfastComposition

struct App: Composition {
  let store = Shared { 1 }
  // compiles: let logged = Decorator(\.store) { $0 }
  // refused: initializer 'init(_:_:fileID:line:decorate:)' requires that 'Deferred<Int>' conform to 'ObjectSource'
  let logged = Decorator(\.store.deferred) { $0 }
}
