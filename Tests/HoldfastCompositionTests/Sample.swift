import Holdfast
import HoldfastComposition
import Synchronization

// What the compositions of these tests are made of: plain Swift that knows no container.

final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  func note(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

struct Config: Sendable { var url = "db://live" }

protocol Clock: Sendable { var hour: Int { get } }
struct WallClock: Clock { var hour: Int { 12 } }
struct FixedClock: Clock { let hour: Int }

protocol Store: Sendable { func name(of id: Int) -> String }
final class DiskStore: Store {
  let config: Config
  let clock: any Clock
  init(config: Config, clock: any Clock) { (self.config, self.clock) = (config, clock) }
  func name(of id: Int) -> String { "user \(id) at \(clock.hour)" }
}
struct MemoryStore: Store {
  let clock: any Clock
  func name(of id: Int) -> String { "memory \(id) at \(clock.hour)" }
}

actor Pool {
  let url: String
  init(url: String) { self.url = url }
  static func connect(_ config: Config) async throws -> Pool {
    await Task.yield()
    return Pool(url: config.url)
  }
}

final class Banner: Sendable {
  let pool: Pool
  init(pool: Pool) { self.pool = pool }
}
final class Cache: Sendable {}
final class Avatars: Sendable {
  let cache: Cache
  init(cache: Cache) { self.cache = cache }
}
final class Draft {  // not Sendable
  var text = ""
  let store: any Store
  init(store: any Store) { self.store = store }
}
@MainActor final class Theme { let name = "dark" }
@MainActor final class ProfileModel {
  let title: String
  init(id: Int, store: any Store, theme: Theme) { title = "\(store.name(of: id)) in \(theme.name)" }
}
protocol Payments: Sendable { func pay(_ cents: Int) -> String }
struct CardPayments: Payments {
  let clock: any Clock
  func pay(_ cents: Int) -> String { "paid \(cents) at \(clock.hour)" }
}
final class Receipt {  // not Sendable
  let text: String
  init(cents: Int, clock: any Clock) { text = "receipt \(cents) at \(clock.hour)" }
}
final class Till: Sendable {
  let payments: any Payments
  let receipt: Factory<Receipt, Int>
  init(payments: any Payments, receipt: Factory<Receipt, Int>) { (self.payments, self.receipt) = (payments, receipt) }
  func buy(_ cents: Int) throws -> String { try payments.pay(cents) + ", " + receipt.resolveNow(cents).text }
}
struct User: Sendable, Equatable { let id: Int }
final class Audit: Sendable {
  let user: User
  init(user: User) { self.user = user }
}
final class Transaction: Sendable {
  let audit: Audit
  let pool: Pool
  init(audit: Audit, pool: Pool) { (self.audit, self.pool) = (audit, pool) }
}

// MARK: Three modules

struct StorageObjects: Composition {
  let log: Log
  let config = Shared { Config() }
  let clock = Shared<any Clock> { WallClock() }
  let store = Shared<any Store>(\.config, \.clock) { DiskStore(config: $0, clock: $1) }
  let pool: SharedAsync<Pool>
  let cache = Shared(in: .cached("memory")) { Cache() }

  init(log: Log) {
    self.log = log
    pool = SharedAsync(dispose: { _ in log.note("pool closed") }, \.config) { try await Pool.connect($0) }
  }
}

struct Request: ComposedScope {
  let user: User
}

struct OrderingObjects: Composition {
  let payments: Need<any Payments>
  let clock: Need<any Clock>
  let pool: NeedAsync<Pool>
  let receipt = Maker(taking: Int.self, \.clock) { Receipt(cents: $0, clock: $1) }
  let till = Shared(\.payments, \.receipt) { Till(payments: $0, receipt: $1) }
  let request = Given<Request>()
  let audit: Scoped<Request, Audit>
  let transaction = ScopedAsync<Request, Transaction>(\.audit, \.pool) { Transaction(audit: $0, pool: $1) }

  init(log: Log, payments: Need<any Payments>, clock: Need<any Clock>, pool: NeedAsync<Pool>) {
    (self.payments, self.clock, self.pool) = (payments, clock, pool)
    audit = Scoped(
      dispose: { audit, ending in log.note("audit of \(audit.user.id) \(ending.isCompleted ? "completed" : "failed")") }, \.request
    ) {
      Audit(user: $0.user)
    }
  }
}

extension Ending {
  fileprivate var isCompleted: Bool { if case .completed = self { true } else { false } }
}

struct AccountsObjects: Composition {
  let store: Need<any Store>
  let cache: Need<Cache>
  let theme = SharedOnMain { Theme() }
  let profile = MakerOnMain(taking: Int.self, \.store, \.theme) { ProfileModel(id: $0, store: $1, theme: $2) }
  let avatars = Shared(in: .weak, \.cache) { Avatars(cache: $0) }
}

struct AppObjects: Composition {
  let storage: StorageObjects
  let payments = Shared<any Payments>(\.storage.clock) { CardPayments(clock: $0) }
  let ordering: OrderingObjects
  let accounts = AccountsObjects(store: Need(\AppObjects.storage.store), cache: Need(\AppObjects.storage.cache))
  let banner = Shared(\.storage.pool.warmedUp) { Banner(pool: $0) }
  let draft = New(\.storage.store) { Draft(store: $0) }
  let names: Several<any Clock> = Several(\.storage.clock, \.evening)
  let evening = Shared<any Clock> { FixedClock(hour: 20) }
  let hours = Shared(\.names) { $0.map(\.hour) }

  init(log: Log = Log()) {
    storage = StorageObjects(log: log)
    ordering = OrderingObjects(
      log: log, payments: Need(\AppObjects.payments), clock: Need(\AppObjects.storage.clock), pool: NeedAsync(\AppObjects.storage.pool))
  }
}

func makeApp(log: Log = Log()) throws -> Composed<AppObjects> { try Composed({ AppObjects(log: log) }) }

/// Counts what several threads do.
final class Tally: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .acquiring) }
  func add() { number.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

/// Tells several threads.
final class Flag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}

/// Counts how many of its kind live.
final class Counter: Sendable {
  static let living = Atomic(0)
  init() { Counter.living.wrappingAdd(1, ordering: .relaxed) }
  deinit { Counter.living.wrappingSubtract(1, ordering: .relaxed) }
}
