// Waiting for it does not take it off its actor.
import Holdfast

@globalActor actor StorageActor {
  static let shared = StorageActor()
}

@StorageActor final class Library {
  var titles: [String] = []
}

// compiles: @StorageActor func titles(in container: Container) async throws -> [String] {
// refused: global actor 'StorageActor'-isolated property 'titles' cannot be accessed from outside of the actor
@MainActor func titles(in container: Container) async throws -> [String] {
  let library = try await container.resolve(Library.self)
  return library.titles
}
