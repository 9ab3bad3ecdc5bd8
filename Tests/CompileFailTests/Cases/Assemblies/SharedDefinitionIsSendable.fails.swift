// A definition that everybody shares is Sendable, as a registration is.
// expect: type 'Store' does not conform to the 'Sendable' protocol
import Holdfast

final class Store {
  var items: [String] = []
}

struct AppAssembly: DefinitionAssembly {
  let definitions: Definitions

  var store: Store { get throws { try define(scope: .singleton) { Store() } } }
}
