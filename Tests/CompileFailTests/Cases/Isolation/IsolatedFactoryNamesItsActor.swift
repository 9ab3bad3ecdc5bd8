// The closure names its actor; without it the factory runs on none.
import Holdfast

@globalActor private actor StorageActor {
  static let shared = StorageActor()
}

@StorageActor private final class Library {
  var titles: [String] = []
  func open() {}
}

func register(in container: Container) throws {
  try container.register(
    Library.self,
    // compiles: .isolated { @StorageActor _ in
    // refused: global actor 'StorageActor'-isolated instance method 'open()' cannot be called from outside of the actor
    .isolated { @MainActor _ in
      let library = Library()
      library.open()
      return library
    })
}
