// An injector that awaits is of what an asynchronous factory makes.
import HoldfastComposition

func announce(_ feed: Int) async {}
struct App: Composition {
  let feed = SharedAsync { 1 }
  let store = Shared { 1 }
  // compiles: let announcing = Injector(async: \.feed) { await announce($0) }
  // refused: initializer 'init(async:_:fileID:line:inject:)' requires that 'SharedObject<App, Int>' conform to 'AsyncObjectSource'
  let announcing = Injector(async: \.store) { await announce($0) }
}
