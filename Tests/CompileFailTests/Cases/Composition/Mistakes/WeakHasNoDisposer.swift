// What is shared as long as it is held has no disposer: the container does not own it.
import HoldfastComposition

struct Config: Sendable {}
protocol Clock: Sendable {}
struct WallClock: Clock {}
final class Avatars: Sendable {}
struct App: Composition {
  // compiles: let avatars = Shared(in: .once, dispose: { _ in }) { Avatars() }
  // refused: type 'Sharing' has no member 'weak'
  let avatars = Shared(in: .weak, dispose: { _ in }) { Avatars() }
}
