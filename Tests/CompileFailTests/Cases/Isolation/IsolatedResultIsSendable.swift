// What leaves the actor that made it is Sendable: a class isolated to that actor is.
import Holdfast

@globalActor private actor StorageActor {
  static let shared = StorageActor()
}

// compiles: @StorageActor private final class Index {
// refused: type 'Index' does not conform to the 'Sendable' protocol
private final class Index {
  var words: [String] = []
}

func register(in container: Container) throws {
  try container.register(Index.self, .isolated { @StorageActor _ in Index() })
}
