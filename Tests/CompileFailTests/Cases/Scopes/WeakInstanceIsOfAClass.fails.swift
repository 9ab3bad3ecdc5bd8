// An instance that lives elsewhere can be watched only if it is an object.
// expect: requires that 'Settings' be a class type
import Holdfast

private struct Settings: Sendable {
  let mode = "live"
}

func register(in container: Container) throws {
  try container.register(weak: Settings())
}
