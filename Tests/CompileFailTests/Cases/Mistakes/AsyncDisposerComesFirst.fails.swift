// The same with an asynchronous factory.
// expect: is unavailable: the disposer comes first: register(Pool.self, dispose: { … }, async: { resolver in … })
import Holdfast

func use(_ container: Container) throws {
  try container.register(String.self, async: { _ in "" }, dispose: { _ in })
}
