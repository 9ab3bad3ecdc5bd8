// A parent is asked by many threads; a factory's resolver is not for that.
// expect: conformance of 'Resolution' to 'Sendable' is unavailable: use 'concurrent' in child tasks
import Holdfast

func register(in container: Container) throws {
  try container.register(Container.self) { resolver in
    Container(parent: resolver)
  }
}
