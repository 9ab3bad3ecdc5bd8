// A parent is asked by many threads; a factory's resolver is not for that.
import Holdfast

func register(in container: Container) throws {
  try container.register(Container.self) { resolver in
    Container(parent: resolver.concurrent)
  }
}
