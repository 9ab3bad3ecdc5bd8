// An initializer of the main actor is wired by its own word.
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store) {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Model.self, .mainActorWired(Model.init))
  // refused: loses global actor 'MainActor'
  try app.register(Model.self, .wired(Model.init))
}
