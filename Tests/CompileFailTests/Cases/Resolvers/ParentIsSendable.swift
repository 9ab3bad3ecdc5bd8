// A parent is asked by many threads; a factory's resolver is not for that.
import Holdfast

func register(in container: Container) throws {
  try container.register(Container.self) { resolver in
    // compiles: Container(parent: resolver.concurrent)
    // refused: conformance of 'FactoryResolver' to 'Sendable' is unavailable: use 'concurrent' in child tasks
    Container(parent: resolver)
  }
}
