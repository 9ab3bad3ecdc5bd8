// What the main actor makes of an argument is asked for there.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
@MainActor final class Screen {
  init(_ id: Int) {}
}
struct App: Composition {
  let screen = MakerOnMain(taking: Int.self) { Screen($0) }
}
func use(_ app: Composed<App>) async throws {
  // compiles: _ = try await app.screen(1)
  // refused: expression is 'async' but is not marked with 'await'
  _ = try app.screen(1)
}
