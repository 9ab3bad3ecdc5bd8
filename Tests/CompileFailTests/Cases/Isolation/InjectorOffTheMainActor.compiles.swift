// An injector that sets properties on the main actor is registered as one of the main actor.
import Holdfast

@MainActor private final class Screen {
  var title = ""
}

func register(in container: Container) throws {
  try container.registerInjector(Screen.self, mainActor: { screen, _ in screen.title = "Home" })
}
