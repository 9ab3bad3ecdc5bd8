// The same with an asynchronous factory.
import Holdfast

func use(_ container: Container) throws {
  // compiles: try container.register(String.self, dispose: { _ in }, async: { _ in "" })
  // refused: is unavailable: the disposer comes first: register(Pool.self, dispose: { … }, async: { resolver in … })
  try container.register(String.self, async: { _ in "" }, dispose: { _ in })
}
