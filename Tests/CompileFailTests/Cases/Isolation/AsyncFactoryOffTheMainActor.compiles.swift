// An asynchronous factory runs on no actor.
import Holdfast

@MainActor private final class Window {
  let title: String
  init(title: String) { self.title = title }
}

func register(in container: Container) throws {
  try container.register(Window.self, mainActor: { _ in Window(title: "Home") })
}
