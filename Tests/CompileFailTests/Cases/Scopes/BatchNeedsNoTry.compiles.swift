// A container may refuse a registration at once; a batch reports when it is applied.
import Holdfast

func register(in registrar: Batch) {
  registrar.register(instance: 1)
}
