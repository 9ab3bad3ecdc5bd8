// What runs on the main actor completes only what the main actor makes.
import HoldfastComposition

struct App: Composition {
  let store = Shared { 1 }
  let screen = SharedOnMain { 1 }
  // compiles: let shown = Injector(onMain: \.screen, \.store) { screen, store in }
  // refused: initializer 'init(onMain:_:fileID:line:inject:)' requires that
  let shown = Injector(onMain: \.store, \.store) { screen, store in }
}
