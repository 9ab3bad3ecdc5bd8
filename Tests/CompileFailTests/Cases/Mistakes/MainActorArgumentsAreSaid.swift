// A factory on the main actor says the types of its arguments too.
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store, number: Int) {}
}

func use(_ app: Container) throws {
  // compiles: try app.register(Model.self, scope: .transient, .mainActor(taking: Int.self) { r, n in Model(store: try r.resolve(), number: n) })
  // refused: is unavailable: say what the factory takes: .mainActor(taking: A.self) { resolver, a in … }
  try app.register(Model.self, scope: .transient, .mainActor { r, n in Model(store: try r.resolve(), number: n) })
}
