// And so is its product, unless it belongs to the caller that resolves it.
import Holdfast
import HoldfastCompatibility

private final class Draft {
  var text = ""
}

private struct DraftFactory: ServiceFactory {
  func make(_ resolver: FactoryResolver) throws -> sending Draft { Draft() }
}

func register(in container: Container) throws {
  // compiles: try container.register(scope: .transient, .using(DraftFactory()))
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  try container.register(scope: .singleton, .using(DraftFactory()))
}
