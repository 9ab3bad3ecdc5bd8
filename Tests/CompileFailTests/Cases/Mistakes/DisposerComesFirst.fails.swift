// A disposer stands in front of the factory.
// expect: is unavailable: the disposer comes first: register(Pool.self, dispose: { … }) { resolver in … }
import Holdfast

func use(_ container: Container) throws {
  try container.register(String.self, factory: { _ in "" }, dispose: { _ in })
}
