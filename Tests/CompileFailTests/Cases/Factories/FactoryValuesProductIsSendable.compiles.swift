// And so is its product, unless it belongs to whoever resolves it.
import Holdfast

private final class Draft {
  var text = ""
}

private struct DraftFactory: ServiceFactory {
  func make(_ resolver: Resolution) throws -> sending Draft { Draft() }
}

func register(in container: Container) throws {
  try container.register(scope: .transient, using: DraftFactory())
}
