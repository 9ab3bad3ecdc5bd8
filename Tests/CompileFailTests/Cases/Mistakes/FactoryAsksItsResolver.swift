// A factory asks its resolver; a batch has no values yet.
import Holdfast

struct Store: Sendable {}
struct Basket: Sendable { let store: Store }

func make() throws -> Container {
  try Container { batch in
    batch.register(Store.self) { _ in Store() }
    // compiles: batch.register(Basket.self) { r in try Basket(store: r.resolve()) }
    // refused: value of type 'Batch' has no member 'resolve'
    batch.register(Basket.self) { _ in try Basket(store: batch.resolve()) }
  }
}
