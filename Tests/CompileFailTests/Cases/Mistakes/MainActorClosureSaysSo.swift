// A closure of the main actor is no plain factory.
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store, number: Int) {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Model.self, scope: .transient, .mainActor { r in Model(store: try r.resolve(), number: 1) })
  // refused: loses global actor 'MainActor'
  try app.register(Model.self, scope: .transient) { @MainActor r in Model(store: try r.resolve(), number: 1) }
}
