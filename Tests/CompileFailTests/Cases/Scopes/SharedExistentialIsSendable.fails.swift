// To share any P, P itself has to be Sendable.
// expect: type 'any Store' does not conform to the 'Sendable' protocol
import Holdfast

private protocol Store: AnyObject {}

private final class DiskStore: Store, Sendable {}

func register(in container: Container) throws {
  try container.register((any Store).self) { _ in DiskStore() }
}
