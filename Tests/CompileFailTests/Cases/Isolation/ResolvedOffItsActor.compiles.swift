// Anybody may resolve an object of the main actor; only the main actor may look into it.
import Holdfast

@MainActor final class Window {
  var title = ""
}

@MainActor func title(of container: Container) throws -> String {
  let window = try container.resolve(Window.self)
  return window.title
}
