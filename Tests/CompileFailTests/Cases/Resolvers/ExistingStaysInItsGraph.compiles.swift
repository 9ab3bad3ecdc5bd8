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
    Task { fresh.text = "elsewhere" }
    return Page(text: known.text)
  }
}
