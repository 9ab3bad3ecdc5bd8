// An object that is in the graph already stays with the graph.
import Holdfast

private final class Draft {
  var text = ""
}

private struct Page: Sendable {
  let text: String
}

func register(in container: Container) throws {
  try container.register(Page.self) { r in
    let (known, fresh) = (try r.existing(Draft.self), Draft())
    // compiles: Task { fresh.text = "elsewhere" }
    // refused: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
    Task { known.text = "elsewhere" }
    return Page(text: known.text)
  }
}
