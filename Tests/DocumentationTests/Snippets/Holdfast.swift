import Holdfast
import Testing

/// The example of the landing page, as it stands there.
@Suite("Landing page")
struct LandingPage {
  protocol Store: Sendable {}

  struct DiskStore: Store {}

  struct Checkout: Sendable {
    let store: any Store
  }

  final class Basket {}

  @Test
  func example() throws {
    let container = try Container { batch in
      batch.register((any Store).self) { _ in DiskStore() }
      batch.register(Checkout.self) { r in try Checkout(store: r.resolve()) }
      batch.register(Basket.self, scope: .transient) { _ in Basket() }
    }
    let checkout = try container.resolve(Checkout.self)
    #expect(checkout.store is DiskStore)
    #expect(try container.resolve(Basket.self) !== container.resolve(Basket.self))
  }
}
