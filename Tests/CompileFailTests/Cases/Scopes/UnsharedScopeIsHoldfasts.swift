// An app writes no lifetime of its own for values that are not shared: the container would not know what it means.
import Holdfast

func register(in container: Container) throws {
  // compiles: struct PerScreen: Sendable {}
  // refused: type 'PerScreen' does not conform to protocol 'UnsharedScope'
  struct PerScreen: UnsharedScope {}
  _ = PerScreen()
}
