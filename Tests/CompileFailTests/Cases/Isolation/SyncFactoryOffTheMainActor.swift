// A factory that touches the main actor's state is registered as one of the main actor.
import Holdfast

@MainActor private final class Window {
  let title: String
  init(title: String) { self.title = title }
}

func register(in container: Container) throws {
  // compiles: try container.register(Window.self, .mainActor { _ in Window(title: "Home") })
  // refused: call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context
  try container.register(Window.self, .factory { _ in Window(title: "Home") })
}
