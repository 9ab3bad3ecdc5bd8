// Also when the object of the main actor was made before.
import Holdfast

@MainActor private final class Window {
  var title = ""
}

private struct Title: Sendable {
  let text: String
}

@MainActor private func register(_ window: Window, in container: Container) throws {
  // compiles: try container.register(Title.self, .mainActor { _ in Title(text: window.title) })
  // refused: main actor-isolated property 'title' can not be referenced from a Sendable closure
  try container.register(Title.self, .factory { _ in Title(text: window.title) })
}
