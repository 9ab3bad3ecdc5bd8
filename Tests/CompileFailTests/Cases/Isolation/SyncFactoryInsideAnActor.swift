// A factory does not inherit the actor it is registered from.
import Holdfast

private struct Title: Sendable {
  let text: String
}

actor Library {
  // compiles: let title = ""
  // refused: actor-isolated property 'title' can not be referenced from a Sendable closure
  var title = ""

  func register(in container: Container) throws {
    try container.register(Title.self) { _ in Title(text: self.title) }
  }
}
