// In a module whose default isolation is the main actor, a disposable type is annotated: otherwise it belongs to no actor, and is not Sendable.
// options: -default-isolation MainActor
import Holdfast

@MainActor final class Session: Disposable {
  var token = ""

  func dispose() async { token = "" }
}

final class Draft: Disposable {
  var text = ""

  func dispose() async { text = "" }
}

nonisolated func register(in container: Container) throws {
  // compiles: try container.register(Session.self, .mainActor { _ in .init() })
  // refused: type 'Draft' does not conform to the 'Sendable' protocol
  try container.register(Draft.self, .mainActor { _ in .init() })
}
