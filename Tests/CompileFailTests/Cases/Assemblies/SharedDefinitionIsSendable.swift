// A shared definition is Sendable, as a registration is.
import Holdfast
import HoldfastDefinitions

final class Store {
  var items: [String] = []
}

struct AppAssembly: DefinitionAssembly {
  let definitions: Definitions

  // compiles: var store: Store { get throws { try define(scope: .graph) { Store() } } }
  // refused: type 'Store' does not conform to the 'Sendable' protocol
  var store: Store { get throws { try define(scope: .singleton) { Store() } } }
}
