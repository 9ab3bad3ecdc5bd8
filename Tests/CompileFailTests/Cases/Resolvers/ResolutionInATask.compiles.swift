// The same holds for a task that is not a child.
import Holdfast

func register(in container: Container) throws {
  try container.register(Task<Int, any Error>.self) { resolver in
    let resolver = resolver.concurrent
    return Task { try await resolver.resolve(Int.self) }
  }
}
