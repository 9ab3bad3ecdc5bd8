// Watching by protocol is not possible: name the class that implements it.
// expect: requires that 'any Store' be a class type
import Holdfast

private protocol Store: AnyObject, Sendable {}

private final class DiskStore: Store {}

func register(in container: Container) throws {
  try container.register((any Store).self, scope: .weak) { _ in DiskStore() }
}
