// A view model made on the main actor for one caller is handed over: it is isolated to the main actor, or Sendable.
import Holdfast

// compiles: @MainActor private final class ViewModel {
// refused: type 'ViewModel' does not conform to the 'Sendable' protocol
private final class ViewModel {
  var title = ""
}

func register(in container: Container) throws {
  try container.register(ViewModel.self, scope: .transient, .mainActor { _ in ViewModel() })
}
