// An instance that lives elsewhere can be watched only if it is an object.
import Holdfast

private struct Settings: Sendable {
  let mode = "live"
}

func register(in container: Container) throws {
  // compiles: try container.register(instance: Settings())
  // refused: requires that 'Settings' be a class type
  try container.register(weak: Settings())
}
