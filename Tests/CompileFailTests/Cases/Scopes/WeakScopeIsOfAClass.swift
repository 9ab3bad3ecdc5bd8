// Only an object can be watched.
import Holdfast

private struct Settings: Sendable {
  let mode = "live"
}

func register(in container: Container) throws {
  // compiles: try container.register(Settings.self, scope: .singleton) { _ in Settings() }
  // refused: requires that 'Settings' be a class type
  try container.register(Settings.self, scope: .weak) { _ in Settings() }
}
