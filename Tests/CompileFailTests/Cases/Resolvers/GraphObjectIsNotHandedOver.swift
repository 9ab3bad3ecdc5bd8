// What a factory resolved may be in its graph, where others have it too: it is not handed to another task. What a container hands out may be, as each
// of its requests has a graph of its own.
import Holdfast

private final class Draft {
  var text = ""
}

private struct Page: Sendable {
  let text: String
}

func register(in container: Container) throws {
  try container.register(Page.self) { r in
    // compiles: let draft = try container.resolve(Draft.self)
    // refused: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
    let draft = try r.resolve(Draft.self)
    Task { draft.text = "elsewhere" }
    return try Page(text: r.resolve(Draft.self).text)
  }
}
