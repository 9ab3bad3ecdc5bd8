// To share any P, P itself has to be Sendable.
import Holdfast

private protocol Store: Sendable {}

private final class DiskStore: Store, Sendable {}

func register(in container: Container) throws {
  try container.register((any Store).self) { _ in DiskStore() }
}
