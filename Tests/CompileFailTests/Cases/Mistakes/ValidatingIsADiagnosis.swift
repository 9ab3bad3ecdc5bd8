// Validating is in a product of its own.
// compiles: import Holdfast; import HoldfastDiagnostics
// refused: 'validate()' is unavailable: write 'import HoldfastDiagnostics', a product of its own
import Holdfast

func use(_ container: Container) throws {
  try container.validate()
}
