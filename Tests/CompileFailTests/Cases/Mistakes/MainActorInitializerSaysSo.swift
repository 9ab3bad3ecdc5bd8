// An initializer of the main actor is called there.
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store, number: Int) {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Model.self, scope: .transient, .mainActor { r in Model(store: try r.resolve(), number: 1) })
  // refused: call to main actor-isolated initializer 'init(store:number:)' in a synchronous nonisolated context
  try app.register(Model.self, scope: .transient) { r in Model(store: try r.resolve(), number: 1) }
}
