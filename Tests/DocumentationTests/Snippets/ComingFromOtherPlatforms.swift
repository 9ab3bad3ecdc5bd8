import Holdfast
import HoldfastDiagnostics
import Synchronization
import Testing

/// The examples of the article "Coming from .NET, Dagger, Hilt or Koin", as they stand there.
@Suite("Coming from .NET, Dagger, Hilt or Koin")
struct ComingFromOtherPlatforms {
  protocol Catalog: Sendable {}

  final class Database: Sendable {}

  final class SQLCatalog: Catalog {
    let database: Database
    init(database: Database) { self.database = database }
  }

  protocol Payment: Sendable {}

  struct CardPayment: Payment {}

  struct InvoicePayment: Payment {}

  final class Cart: Sendable {
    private let items = Mutex<[Int]>([])
    var count: Int { items.withLock { $0.count } }
    func add(_ item: Int) { items.withLock { $0.append(item) } }
  }

  struct Customer: Sendable {
    let name: String
  }

  struct Checkout {
    let catalog: any Catalog
    let payments: [any Payment]
  }

  struct Receipt {
    let number: Int
    let catalog: any Catalog
  }

  // MARK: .NET

  func makeShop() throws -> Container {
    try Container { services in
      services.register((any Catalog).self, .wired(SQLCatalog.init))
      services.register(Cart.self, scope: .scoped, .wired(Cart.init))
      services.contribute((any Payment).self) { _ in CardPayment() }
      services.contribute((any Payment).self) { _ in InvoicePayment() }
      // The initializer of Checkout takes [any Payment].
      services.register(Checkout.self, scope: .transient, .wired(Checkout.init))
    }
  }

  @Test
  func services() async throws {
    let container = try makeShop()
    let missing = #expect(throws: ValidationError.self) { try container.validate() }
    #expect(missing?.problems.map(\.kind) == [.missing])
    try container.register(Database.self) { _ in Database() }
    try container.validate()

    let checkout = try container.resolveNow(Checkout.self)
    #expect(checkout.payments.count == 2)
    #expect(try container.registerIfAbsent { $0.register(Database.self) { _ in Database() } } == false)
    try await container.withScope { scope in
      let cart = try await scope.resolve(Cart.self)
      let again = try await scope.resolve(Cart.self)
      #expect(cart === again)
    }
  }

  // MARK: Dagger and Hilt

  struct StorageModule: Assembly {
    func register(in batch: Batch) {
      batch.register(Database.self) { _ in Database() }  // @Provides @Singleton
      batch.register(SQLCatalog.self, .wired(SQLCatalog.init))  // @Inject constructor
      batch.forward((any Catalog).self, to: SQLCatalog.self) { $0 }  // @Binds
    }
  }

  struct ShopModule: Assembly {
    var dependencies: [any Assembly] { [StorageModule()] }  // includes

    func register(in batch: Batch) {
      batch.register(
        Receipt.self, scope: .transient,
        .factory(taking: Int.self) { r, number in
          Receipt(number: number, catalog: try r.resolve())  // @AssistedInject
        })
    }
  }

  @Test
  func modules() throws {
    let container = try Container(ShopModule())
    try container.validate()
    let makeReceipt = container.factory(Receipt.self, taking: Int.self)
    let receipt = try makeReceipt(7)
    #expect(receipt.number == 7)
    #expect(try container.resolve(SQLCatalog.self) === receipt.catalog as? SQLCatalog)
  }

  // MARK: Koin

  func shop(in container: Container) async throws -> Int {
    try container
      .register(seeded: Customer.self, in: .shopping)
      .register(Cart.self, scope: .scoped(to: .shopping), .wired(Cart.init))

    let shopping = try container.openScope(
      .shopping, seeds: [.value(Customer(name: "Ada"))])
    let cart = try await shopping.resolve(Cart.self)
    cart.add(3)
    let same = try await shopping.resolve(Cart.self)
    await shopping.end()
    return same.count
  }

  @Test
  func scopes() async throws {
    let count = try await shop(in: Container())
    #expect(count == 1)
  }
}

extension ScopeKind {
  static let shopping: ScopeKind = "shopping"
}
