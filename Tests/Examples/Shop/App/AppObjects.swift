import HoldfastComposition
import ShopOrdering
import ShopStorage

/// The objects of the shop: its modules, and what it makes itself.
struct AppObjects: Composition {
  let storage = StorageObjects()
  let ordering = OrderingObjects(
    payments: Need(\AppObjects.payments), clock: Need(\AppObjects.storage.clock), store: Need(\AppObjects.storage.store),
    pool: NeedAsync(\AppObjects.storage.pool))
  let payments = Shared<any Payments>(\.storage.clock) { CardPayments(clock: $0) }
  let logged = Decorator(\.payments, \.storage.log) { LoggedPayments(payments: $0, log: $1) }
  let theme = SharedOnMain { Theme() }
  let profile = MakerOnMain(taking: Int.self, \.storage.store, \.theme) { ProfileModel(id: $0, store: $1, theme: $2) }
  let preview = Shared(in: .weak, \.storage.store) { Preview(store: $0) }
  let draft = New(\.storage.store) { Draft(store: $0) }
  let basket = New(in: .graph) { Basket() }
  let checkout = New(\.basket, \.draft) { Checkout(basket: $0, draft: $1) }
  let banner = Shared(\.storage.pool.warmedUp) { Banner(pool: $0) }
  let menu = Shared { Menu() }
  let cart = Shared(\.menu) { Cart(menu: $0) }
  let showing = Injector(\.menu, \.cart) { $0.show($1) }
  let search = Shared<any Plugin> { SearchPlugin() }
  let mail = Shared<any Plugin> { MailPlugin() }
  let plugins: Several<any Plugin> = Several(\.search, \.mail)
  let tabs = Shared(\.plugins) { Tabs($0) }
}
