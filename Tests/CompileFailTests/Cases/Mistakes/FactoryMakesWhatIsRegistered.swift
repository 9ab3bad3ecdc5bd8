// A factory makes what it is registered for. Without its message, the compiler says that it has none.
import Holdfast

private protocol Store: Sendable {}

private struct DiskStore: Store {}

func use(_ app: Container) throws {
  // compiles: try app.register((any Store).self) { _ in DiskStore() }
  // refused: is unavailable: the factory has to return the registered type, or one that conforms to it
  try app.register((any Store).self) { _ in 5 }
}
