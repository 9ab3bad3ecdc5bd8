// A factory runs on its caller's thread, so what it captures is Sendable.
import Holdfast

// compiles: private actor Log {
// refused: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
private final class Log {
  var lines: [String] = []
}

private final class Screen {
  let log: Log
  init(log: Log) { self.log = log }
}

func register(in container: Container) throws {
  let log = Log()
  try container.register(Screen.self, scope: .transient, factory: { _ in Screen(log: log) })
}
