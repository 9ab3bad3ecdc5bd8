// The same for a view model.
import Holdfast

private protocol Store: Sendable {}

@MainActor private final class Model {
  init(store: any Store, number: Int) {}
}

func use(_ container: Container) throws {
  try container.register(
    Model.self, scope: .transient, taking: Int.self, mainActor: { r, number in Model(store: try r.resolve(), number: number) })
}
