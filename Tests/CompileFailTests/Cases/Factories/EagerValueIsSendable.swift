// What is built at the start is shared.
import Holdfast

private final class Counter { var count = 0 }

func use(_ container: Container) throws {
  // compiles: try container.register(Counter.self, scope: .transient) { _ in Counter() }
  // refused: type 'Counter' does not conform to the 'Sendable' protocol
  try container.register(Counter.self, scope: .eagerSingleton) { _ in Counter() }
}
