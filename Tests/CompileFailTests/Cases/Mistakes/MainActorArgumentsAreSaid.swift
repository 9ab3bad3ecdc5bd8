// The same for a view model.
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store, number: Int) {}
}

func use(_ container: Container) throws {
  try container.register(
    // compiles: Model.self, scope: .transient, taking: Int.self, mainActor: { r, number in Model(store: try r.resolve(), number: number) })
    // refused: is unavailable: say what the factory takes: register(…, taking: A.self, mainActor: { resolver, a in … })
    Model.self, scope: .transient, mainActor: { r, number in Model(store: try r.resolve(), number: number) })
}
