// A new object of a scope that a synchronous factory makes needs no asynchronous one.
import HoldfastComposition

struct Request: ComposedScope {}
struct Reply: Sendable {}
struct App: Composition {
  let reply = ScopedNewAsync<Request, Reply> { Reply() }
  // compiles: let page = ScopedNewAsync<Request, [Reply]>(\.reply) { [$0] }
  // refused: requires that 'ScopedNewAsyncObject<App, Request, Reply>' conform to 'ScopedSource'
  let page = ScopedNew<Request, [Reply]>(\.reply) { [$0] }
}
func use(_ app: Composed<App>) {}
