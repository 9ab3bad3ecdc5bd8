// Any code may resolve an object of the main actor; only the main actor may look into it.
import Holdfast

@MainActor final class Window {
  var title = ""
}

// compiles: @MainActor func title(of container: Container) throws -> String {
// refused: main actor-isolated property 'title' can not be referenced from a nonisolated context
nonisolated func title(of container: Container) throws -> String {
  let window = try container.resolve(Window.self)
  return window.title
}
