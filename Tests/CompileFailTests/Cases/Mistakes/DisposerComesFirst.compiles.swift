// A disposer stands in front of the factory.
import Holdfast

func use(_ container: Container) throws {
  try container.register(String.self, dispose: { _ in }, factory: { _ in "" })
}
