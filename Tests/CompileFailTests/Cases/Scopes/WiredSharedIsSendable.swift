// A shared wired value is Sendable, as one with a factory is.
import Holdfast

private final class Draft {
  var text: String
  init(text: String) { self.text = text }
}

func register(in container: Container) throws {
  // compiles: try container.register(Draft.self, scope: .transient, .wired(Draft.init))
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  try container.register(Draft.self, scope: .singleton, .wired(Draft.init))
}
