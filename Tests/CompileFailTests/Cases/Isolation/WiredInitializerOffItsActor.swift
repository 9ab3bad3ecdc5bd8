// An initializer of the main actor is not a synchronous one: it is wired to be waited for.
import Holdfast

@MainActor private final class Window {
  let title: String
  init(title: String) { self.title = title }
}

func register(in container: Container) throws {
  // compiles: try container.register(Window.self, .asyncWired(Window.init))
  // refused: loses global actor 'MainActor'
  try container.register(Window.self, .wired(Window.init))
}
