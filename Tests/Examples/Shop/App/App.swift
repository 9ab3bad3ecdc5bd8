import Holdfast
import ShopOrdering
import ShopStorage
import Synchronization

// What the shop shows.

struct CardPayments: Payments {
  let clock: any Clock
  func pay(_ cents: Int) -> String { "card \(cents) at \(clock.hour)" }
}

/// Notes each payment; it takes the place of the payments that it wraps.
struct LoggedPayments: Payments {
  let payments: any Payments
  let log: Log
  func pay(_ cents: Int) -> String {
    log.note("pay \(cents)")
    return payments.pay(cents)
  }
}

@MainActor final class Theme { let name = "dark" }

@MainActor final class ProfileModel {
  let title: String
  init(id: Int, store: any Store, theme: Theme) { title = "\(store.name(of: id)) in \(theme.name)" }
}

final class Draft {  // not Sendable
  var text = ""
  let store: any Store
  init(store: any Store) { self.store = store }
}

final class Basket {}

final class Checkout {
  let basket: Basket
  let draft: Draft
  init(basket: Basket, draft: Draft) { (self.basket, self.draft) = (basket, draft) }
}

final class Banner: Sendable {
  let pool: Pool
  init(pool: Pool) { self.pool = pool }
}

final class Preview: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}

/// The menu shows the cart, and the cart reports to the menu.
final class Menu: Sendable {
  private let shown = Mutex<Cart?>(nil)
  var cart: Cart? { shown.withLock { $0 } }
  func show(_ cart: Cart) { shown.withLock { $0 = cart } }
}

final class Cart: Sendable {
  private let reports: @Sendable () -> Menu?
  var menu: Menu? { reports() }
  init(menu: Menu) { reports = { [weak menu] in menu } }
}

protocol Plugin: Sendable { var title: String { get } }
struct SearchPlugin: Plugin { let title = "search" }
struct MailPlugin: Plugin { let title = "mail" }

final class Tabs: Sendable {
  let titles: [String]
  init(_ plugins: [any Plugin]) { titles = plugins.map(\.title) }
}
