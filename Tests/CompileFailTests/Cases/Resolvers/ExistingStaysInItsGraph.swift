// An object that is in the graph already stays with the graph.
import HoldfastDefinitions

private final class Draft {
  var text = ""
}

struct Pages: DefinitionAssembly {
  let definitions: Definitions

  func page() throws -> String {
    let (known, fresh) = (try existing(Draft.self), Draft())
    // compiles: Task { fresh.text = "elsewhere" }
    // refused: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
    Task { known.text = "elsewhere" }
    return known.text
  }
}
