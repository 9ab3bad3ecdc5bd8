// Validating from roots is in a product of its own.
// compiles: import Holdfast; import HoldfastDiagnostics
// refused: 'validate(roots:)' is unavailable: write 'import HoldfastDiagnostics', a product of its own
import Holdfast

func use(_ container: Container) throws {
  try container.validate(roots: [AnyKey(Int.self)])
}
