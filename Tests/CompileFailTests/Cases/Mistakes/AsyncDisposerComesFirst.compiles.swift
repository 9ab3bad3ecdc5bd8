// The same with an asynchronous factory.
import Holdfast

func use(_ container: Container) throws {
  try container.register(String.self, dispose: { _ in }, async: { _ in "" })
}
