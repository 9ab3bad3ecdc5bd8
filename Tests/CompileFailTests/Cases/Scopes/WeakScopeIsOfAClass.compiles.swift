// Only an object can be watched.
import Holdfast

private struct Settings: Sendable {
  let mode = "live"
}

func register(in container: Container) throws {
  try container.register(Settings.self, scope: .singleton) { _ in Settings() }
}
