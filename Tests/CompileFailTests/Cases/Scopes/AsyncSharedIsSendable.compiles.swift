// What an asynchronous factory makes for everybody is Sendable; what it makes for one caller need not be.
import Holdfast

private final class Draft {
  var text = ""
}

func register(in container: Container) throws {
  try container.register(Draft.self, scope: .transient, async: { _ in Draft() })
}
