// A decorator that awaits says so.
import HoldfastComposition

func watch(_ pool: Int) async -> Int { pool }
struct App: Composition {
  let pool = SharedAsync { 1 }
  // compiles: let watched = Decorator(async: \.pool) { await watch($0) }
  // refused: cannot pass function of type '@Sendable (Int) async -> Int' to parameter expecting synchronous function type
  let watched = Decorator(\.pool) { await watch($0) }
}
