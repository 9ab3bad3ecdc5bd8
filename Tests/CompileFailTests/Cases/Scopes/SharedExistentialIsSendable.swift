// To share any P, P itself has to be Sendable.
import Holdfast

// compiles: private protocol Store: Sendable {}
// refused: type 'any Store' does not conform to the 'Sendable' protocol
private protocol Store: AnyObject {}

private final class DiskStore: Store, Sendable {}

func register(in container: Container) throws {
  try container.register((any Store).self) { _ in DiskStore() }
}
