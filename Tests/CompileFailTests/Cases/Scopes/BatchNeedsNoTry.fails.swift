// A container may refuse a registration at once; a batch reports when it is applied.
// expect: call can throw, but it is not marked with 'try' and the error is not handled
import Holdfast

func register(in registrar: Container) {
  registrar.register(instance: 1)
}
