// An assembly belongs to the task that asked the container for it: another task asks for one of its own.
import Holdfast
import HoldfastDefinitions

final class Store {
  var items: [String] = []
}

struct AppAssembly: DefinitionAssembly {
  let definitions: Definitions

  var store: Store { get throws { try define { Store() } } }
}

func use(_ container: Container) throws -> Store {
  let mine = container.assembly(AppAssembly.self)
  let yours = container.assembly(AppAssembly.self)
  // compiles: Task { try yours.store.items.append("apple") }
  // refused: sending value of non-Sendable type '() async throws -> ()' risks causing data races
  Task { try mine.store.items.append("apple") }
  return try mine.store
}
