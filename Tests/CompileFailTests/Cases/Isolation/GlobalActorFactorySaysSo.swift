// A factory of a global actor is not a synchronous one: it is resolved with await until it is there.
import Holdfast

@globalActor private actor StorageActor {
  static let shared = StorageActor()
}

@StorageActor private final class Library {
  var titles: [String] = []
}

func register(in container: Container) throws {
  // compiles: try container.register(Library.self, .isolated { @StorageActor _ in Library() })
  // refused: loses global actor 'StorageActor'
  try container.register(Library.self, .factory { @StorageActor _ in Library() })
}
