// An injector runs synchronously.
import HoldfastComposition

final class Parent: Sendable {
  func adopt(_ child: Int) {}
}
struct App: Composition {
  let parent = Shared { Parent() }
  let child = SharedAsync { 1 }
  // compiles: let adoption = Injector(\.parent, \.child.warmedUp) { parent, child in parent.adopt(child) }
  // refused: initializer 'init(_:_:fileID:line:inject:)' requires that 'SharedAsyncObject<App, Int>' conform to 'SharedSource'
  let adoption = Injector(\.parent, \.child) { parent, child in parent.adopt(child) }
}
