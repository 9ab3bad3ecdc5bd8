// A view model made on the main actor for one caller is handed over: it is isolated to the main actor, or Sendable.
import Holdfast

@MainActor private final class ViewModel {
  var title = ""
}

func register(in container: Container) throws {
  try container.register(ViewModel.self, scope: .transient, mainActor: { _ in ViewModel() })
}
