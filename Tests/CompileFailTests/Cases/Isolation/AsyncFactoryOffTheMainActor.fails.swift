// An asynchronous factory runs on no actor.
// expect: main actor-isolated initializer 'init(title:)' cannot be called from outside of the actor
import Holdfast

@MainActor private final class Window {
  let title: String
  init(title: String) { self.title = title }
}

func register(in container: Container) throws {
  try container.register(Window.self, async: { _ in Window(title: "Home") })
}
