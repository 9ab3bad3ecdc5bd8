// Nor may a closure that other threads call later keep it.
import Holdfast

private struct Screen: Sendable {
  let count: @Sendable () throws -> Int
}

func register(in container: Container) throws {
  try container.register(Screen.self) { resolver in
    // compiles: let resolver = resolver.concurrent
    // refused: capture of 'resolver' with non-Sendable type 'FactoryResolver' in a '@Sendable' closure
    let resolver = resolver
    return Screen { try resolver.resolve(Int.self) }
  }
}
