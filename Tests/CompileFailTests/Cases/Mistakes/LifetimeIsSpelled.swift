// A slip in the name of a lifetime is reported where it is, also among other registrations.
import Holdfast

struct Store: Sendable {}
struct Basket: Sendable { let store: Store }

func make() throws -> Container {
  try Container { batch in
    batch.register(Store.self) { _ in Store() }
    // compiles: batch.register(Basket.self, scope: .scoped) { r in try Basket(store: r.resolve()) }
    // refused: type 'Lifetime<Basket>' has no member 'sopced'
    batch.register(Basket.self, scope: .sopced) { r in try Basket(store: r.resolve()) }
  }
}
