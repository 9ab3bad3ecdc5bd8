// What an asynchronous factory makes for everybody is Sendable; what it makes for one caller need not be.
// expect: type 'Draft' does not conform to the 'Sendable' protocol
import Holdfast

private final class Draft {
  var text = ""
}

func register(in container: Container) throws {
  try container.register(Draft.self, scope: .singleton, async: { _ in Draft() })
}
