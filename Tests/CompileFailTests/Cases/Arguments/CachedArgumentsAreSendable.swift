// Arguments of a shared value are kept with it, so they are Sendable.
import Holdfast

private final class User: Hashable {
  var name = ""
  static func == (left: User, right: User) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct Greeting: Sendable {
  let text: String
}

func register(in container: Container) throws {
  // compiles: try container.register(Greeting.self, scope: .graph, .factory(taking: User.self) { _, user in Greeting(text: user.name) })
  // refused: type 'User' does not conform to the 'Sendable' protocol
  try container.register(Greeting.self, scope: .singleton, .factory(taking: User.self) { _, user in Greeting(text: user.name) })
}
