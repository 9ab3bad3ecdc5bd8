// What a cache group keeps is shared, and therefore Sendable.
// expect: type 'Profile' does not conform to the 'Sendable' protocol
import Holdfast

private final class Profile {
  var name = ""
}

func register(in container: Container) throws {
  try container.register(Profile.self, scope: .cached("session")) { _ in Profile() }
}
