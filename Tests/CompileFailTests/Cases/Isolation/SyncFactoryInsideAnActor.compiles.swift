// A factory does not inherit the actor it is registered from.
import Holdfast

private struct Title: Sendable {
  let text: String
}

actor Library {
  let title = ""

  func register(in container: Container) throws {
    try container.register(Title.self) { _ in Title(text: self.title) }
  }
}
