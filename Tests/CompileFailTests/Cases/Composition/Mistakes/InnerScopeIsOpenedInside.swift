// A scope whose kind lies inside another is opened there.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
struct Session: ComposedScope {}
struct Step: ComposedScope { typealias Outer = Session }
struct App: Composition {
  let step = Given<Step>()
}
func use(_ app: Composed<App>, _ session: OpenScope<Session>) async throws {
  // compiles: try await session.withScope(Step()) { _ in }
  // refused: requires the types 'Step.Outer' (aka 'Session') and 'NoOuterScope' be equivalent
  try await app.withScope(Step()) { _ in }
}
