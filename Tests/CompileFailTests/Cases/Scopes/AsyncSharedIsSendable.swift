// What an asynchronous factory makes for all callers is Sendable; what it makes for one caller need not be.
import Holdfast

private final class Draft {
  var text = ""
}

func register(in container: Container) throws {
  // compiles: try container.register(Draft.self, scope: .transient, .async { _ in Draft() })
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  try container.register(Draft.self, scope: .singleton, .async { _ in Draft() })
}
