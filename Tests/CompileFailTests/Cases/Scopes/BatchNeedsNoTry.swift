// A container may refuse a registration at once; a batch reports when it is applied.
import Holdfast

// compiles: func register(in registrar: Batch) {
// refused: call can throw, but it is not marked with 'try' and the error is not handled
func register(in registrar: Container) {
  registrar.register(instance: 1)
}
