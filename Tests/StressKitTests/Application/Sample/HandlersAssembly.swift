import Holdfast

/// What answers requests, each with handlers of its own.
struct HandlersAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [RepositoriesAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register((any Handler).self, named: "sign in", scope: .scoped, wiring: SignInHandler.init)
    batch.register((any Handler).self, named: "profile", scope: .scoped, wiring: ProfileHandler.init)
    batch.register((any Handler).self, named: "catalogue", scope: .scoped, wiring: CatalogueHandler.init)
    batch.register((any Handler).self, named: "search", scope: .scoped, wiring: SearchHandler.init)
    batch.register((any Handler).self, named: "cart", scope: .scoped, wiring: CartHandler.init)
    batch.register((any Handler).self, named: "checkout", scope: .scoped, wiring: CheckoutHandler.init)
    batch.register((any Handler).self, named: "orders", scope: .scoped, wiring: OrdersHandler.init)
    batch.register((any Handler).self, named: "upload", scope: .scoped, wiring: UploadHandler.init)
    batch.register((any Handler).self, named: "invoice", scope: .scoped, wiring: InvoiceHandler.init)
    batch.register(PriceCalculator.self, scope: .transient, wiring: PriceCalculator.init)
    batch.register(Invoice.self, scope: .transient, taking: Int.self, wiring: Invoice.init)
    batch.register(Authenticator.self, scope: .scoped, asyncWiring: Authenticator.signIn)
    batch.register(Router.self, scope: .scoped, wiring: Router.init)
    batch.register(RequestPipeline.self, scope: .scoped, asyncWiring: RequestPipeline.open)
  }
}

final class PriceCalculator: Sendable {
  let tax: TaxClient
  let flags: FeatureFlags
  let rates: Provider<ExchangeRates>

  init(tax: TaxClient, flags: FeatureFlags, rates: Provider<ExchangeRates>) {
    self.tax = tax
    self.flags = flags
    self.rates = rates
  }
}

struct Invoice: Sendable {
  let order: Int
  let tax: TaxClient
}

struct Authenticator: Sendable {
  let sessions: SessionRepository
  let users: UserRepository

  static func signIn(_ sessions: SessionRepository, _ users: UserRepository, _ secrets: Secrets) async -> Authenticator {
    await Task.yield()
    return Authenticator(sessions: sessions, users: users)
  }
}

struct Router: Sendable {
  let handlers: [any Handler]
  let logger: RequestLogger
}

/// The way of a request through the server.
struct RequestPipeline: Sendable {
  let authenticator: Authenticator
  let router: Router
  let context: RequestContext

  static func open(
    _ authenticator: Authenticator, _ router: Router, _ limiter: RateLimiter, _ context: RequestContext
  ) async -> RequestPipeline {
    RequestPipeline(authenticator: authenticator, router: router, context: context)
  }
}
