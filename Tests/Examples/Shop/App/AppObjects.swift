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
  let parcel = New(\.basket) { Parcel(basket: $0) }
  let checkout = New(\.basket, \.parcel) { Checkout(basket: $0, parcel: $1) }
  let banner = Shared(\.storage.pool.warmedUp) { Banner(pool: $0) }
  let search = NewAsync(\.storage.pool) { await Search(of: $0) }
  let page = MakerAsync(in: .once, taking: Int.self, \.storage.files) { number, files in await Page(text: files.page(number)) }
  let menu = Shared { Menu() }
  let cart = Shared(\.menu) { Cart(menu: $0) }
  let showing = Injector(\.menu, \.cart) { $0.show($1) }
  let checks: Several<any Check> = Several(\.storage.check, \.ordering.check)
  let metrics = Registered<any Metrics>()
  let status = Shared(\.checks, \.metrics) { Status(checks: $0, metrics: $1) }
}

/// The objects of one window, which comes and goes.
struct WindowObjects: Composition {
  let store: Need<any Store>
  let theme: NeedOnMain<Theme>
  let selection = SharedOnMain { Selection() }
  let detail = NewOnMain(\.selection, \.store, \.theme) { ProfileModel(id: $0.user, store: $1, theme: $2) }
}
