// A mistake in the closure that makes a container is reported where it is.
import Holdfast

struct Store: Sendable {}

func make() throws -> Container {
  try Container { batch in
    // compiles: batch.register(Store.self) { _ in Store() }
    // refused: value of type 'Batch' has no member 'registr'
    batch.registr(Store.self) { _ in Store() }
  }
}
