import Holdfast
import HoldfastComposition
import ShopOrdering
import ShopStorage

/// The shop, in a container beside what is registered by its type: the metrics, which it needs, and the kiosk, which needs its till.
func makeShop(overrides: ((_ override: Overrides, _ app: AppObjects) throws -> Void)? = nil) throws -> Composed<AppObjects> {
  let container = try Container { $0.register((any Metrics).self) { _ in CountedMetrics() } }
  let shop = try Composed(AppObjects.init, in: container, named: "shop", overrides: overrides)
  let till = shop.ordering.till
  try container.register(Kiosk.self) { _ in try Kiosk(till: till()) }
  return shop
}

func openWindow(of shop: Composed<AppObjects>) throws -> Composed<WindowObjects> {
  try Composed(inside: shop) { WindowObjects(store: Need(shop.storage.store), theme: NeedOnMain(shop.theme)) }
}
