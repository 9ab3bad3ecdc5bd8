// The container does not own what it holds weakly, so it disposes of none of it.
import Holdfast

private protocol Session: Sendable {}

private final class Live: Session {}

func register(in container: Container) throws {
  // compiles: try container.register((any Session).self, scope: .scoped(dispose: { _ in })) { _ in Live() }
  // refused: is unavailable: the container does not own what it holds weakly: a disposer is for .singleton, .scoped and .cached
  try container.register((any Session).self, scope: .weakObject(dispose: { _ in })) { _ in Live() }
}
