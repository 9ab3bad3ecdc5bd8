// A disposer stands in front of the factory.
import Holdfast

func use(_ container: Container) throws {
  // compiles: try container.register(String.self, dispose: { _ in }, factory: { _ in "" })
  // refused: is unavailable: the disposer comes first: register(Pool.self, dispose: { … }) { resolver in … }
  try container.register(String.self, factory: { _ in "" }, dispose: { _ in })
}
