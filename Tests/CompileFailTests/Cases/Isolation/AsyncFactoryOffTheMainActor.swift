// An asynchronous factory runs on no actor.
import Holdfast

@MainActor private final class Window {
  let title: String
  init(title: String) { self.title = title }
}

func register(in container: Container) throws {
  // compiles: try container.register(Window.self, .mainActor { _ in Window(title: "Home") })
  // refused: main actor-isolated initializer 'init(title:)' cannot be called from outside of the actor
  try container.register(Window.self, .async { _ in Window(title: "Home") })
}
