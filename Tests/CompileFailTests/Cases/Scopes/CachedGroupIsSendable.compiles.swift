// What a cache group keeps is shared, and therefore Sendable.
import Holdfast

private actor Profile {
  var name = ""
}

func register(in container: Container) throws {
  try container.register(Profile.self, scope: .cached("session")) { _ in Profile() }
}
