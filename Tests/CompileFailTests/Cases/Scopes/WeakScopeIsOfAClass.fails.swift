// Only an object can be watched.
// expect: requires that 'Settings' be a class type
import Holdfast

private struct Settings: Sendable {
  let mode = "live"
}

func register(in container: Container) throws {
  try container.register(Settings.self, scope: .weak) { _ in Settings() }
}
