// An injector that sets properties on the main actor is registered as one of the main actor.
import Holdfast

@MainActor private final class Screen {
  var title = ""
}

func register(in container: Container) throws {
  // compiles: try container.registerInjector(Screen.self, mainActor: { screen, _ in screen.title = "Home" })
  // refused: main actor-isolated property 'title' can not be mutated from a Sendable closure
  try container.registerInjector(Screen.self, { screen, _ in screen.title = "Home" })
}
