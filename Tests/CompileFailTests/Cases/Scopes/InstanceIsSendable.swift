// An instance that exists already is shared by all callers that resolve it.
import Holdfast

// compiles: private actor Session {
// refused: type 'Session' does not conform to the 'Sendable' protocol
private final class Session {
  var token = ""
}

func register(in container: Container) throws {
  let session = Session()
  try container.register(instance: session)
}
