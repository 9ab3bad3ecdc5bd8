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

/// What is selected in a window.
@MainActor final class Selection { var user = 1 }

final class Draft {  // not Sendable
  var text = ""
  let store: any Store
  init(store: any Store) { self.store = store }
}

final class Basket {}

final class Parcel {
  let basket: Basket
  init(basket: Basket) { self.basket = basket }
}

final class Checkout {
  let basket: Basket
  let parcel: Parcel
  init(basket: Basket, parcel: Parcel) { (self.basket, self.parcel) = (basket, parcel) }
}

final class Banner: Sendable {
  let pool: Pool
  init(pool: Pool) { self.pool = pool }
}

final class Search {  // not Sendable
  var terms: [String] = []
  let source: String
  init(of pool: Pool) async { source = await pool.url }
}

final class Page: Sendable {
  let text: String
  init(text: String) { self.text = text }
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

protocol Metrics: Sendable {
  func count(_ event: String)
  var events: [String] { get }
}

final class CountedMetrics: Metrics {
  private let counted = Mutex<[String]>([])
  var events: [String] { counted.withLock { $0 } }
  func count(_ event: String) { counted.withLock { $0.append(event) } }
}

/// What the checks of all modules find.
final class Status: Sendable {
  private let checks: [any Check]
  private let metrics: any Metrics
  init(checks: [any Check], metrics: any Metrics) { (self.checks, self.metrics) = (checks, metrics) }
  func ask() -> [String] {
    metrics.count("status")
    return checks.map(\.finding)
  }
}

/// Sells in the street.
final class Kiosk: Sendable {
  private let till: Till
  init(till: Till) { self.till = till }
  func sell() throws -> String { try till.buy(1, for: "a stranger") }
}
