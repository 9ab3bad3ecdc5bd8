// The same for a view model.
// expect: is unavailable: say what the factory takes: register(…, taking: A.self, mainActor: { resolver, a in … })
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store, number: Int) {}
}

func use(_ container: Container) throws {
  try container.register(
    Model.self, scope: .transient, mainActor: { r, number in Model(store: try r.resolve(), number: number) })
}
