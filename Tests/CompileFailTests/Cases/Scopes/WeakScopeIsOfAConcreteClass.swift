// Watching by protocol is not possible: name the class that implements it.
import Holdfast

private protocol Store: AnyObject, Sendable {}

private final class DiskStore: Store {}

func register(in container: Container) throws {
  // compiles: try container.register((any Store).self, scope: .singleton) { _ in DiskStore() }
  // refused: requires that 'any Store' be a class type
  try container.register((any Store).self, scope: .weak) { _ in DiskStore() }
}
