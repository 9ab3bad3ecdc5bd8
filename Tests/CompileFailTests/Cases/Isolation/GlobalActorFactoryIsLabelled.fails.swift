// A factory of a global actor is not a synchronous one: it is resolved with await until it is there.
// expect: loses global actor 'StorageActor'
import Holdfast

@globalActor private actor StorageActor {
  static let shared = StorageActor()
}

@StorageActor private final class Library {
  var titles: [String] = []
}

func register(in container: Container) throws {
  try container.register(Library.self, factory: { @StorageActor _ in Library() })
}
