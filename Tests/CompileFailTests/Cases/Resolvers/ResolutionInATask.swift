// The same holds for a task that is not a child.
import Holdfast

func register(in container: Container) throws {
  try container.register(Task<Int, any Error>.self) { resolver in
    // compiles: let resolver = resolver.concurrent
    // refused: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
    let resolver = resolver
    return Task { try await resolver.resolve(Int.self) }
  }
}
