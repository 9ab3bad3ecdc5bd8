// What a cache group keeps is shared, and therefore Sendable.
import Holdfast

// compiles: private actor Profile {
// refused: type 'Profile' does not conform to the 'Sendable' protocol
private final class Profile {
  var name = ""
}

func register(in container: Container) throws {
  try container.register(Profile.self, scope: .cached("session")) { _ in Profile() }
}
