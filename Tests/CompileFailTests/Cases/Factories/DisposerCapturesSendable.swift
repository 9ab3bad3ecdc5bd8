// A disposer runs in a task of its own.
import Holdfast

// compiles: private actor Log {
// refused: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
private final class Log {
  var lines: [String] = []
  func closed() {}
}

private actor Pool {}

func register(in container: Container) throws {
  let log = Log()
  try container.register(Pool.self, scope: .singleton(dispose: { _ in await log.closed() }), factory: { _ in Pool() })
}
