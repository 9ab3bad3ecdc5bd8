// Events are in a product of its own.
// compiles: import Holdfast; import HoldfastDiagnostics
// refused: 'events()' is unavailable: write 'import HoldfastDiagnostics', a product of its own
import Holdfast

func use(_ container: Container) async {
  for await event in container.events() { print(event) }
}
