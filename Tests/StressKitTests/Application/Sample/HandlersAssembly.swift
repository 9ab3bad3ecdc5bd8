import Holdfast

/// What answers requests, each with handlers of its own.
struct HandlersAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [RepositoriesAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register((any Handler).self, named: "sign in", scope: .scoped, .wired(SignInHandler.init))
    batch.register((any Handler).self, named: "profile", scope: .scoped, .wired(ProfileHandler.init))
    batch.register((any Handler).self, named: "catalogue", scope: .scoped, .wired(CatalogueHandler.init))
    batch.register((any Handler).self, named: "search", scope: .scoped, .wired(SearchHandler.init))
    batch.register((any Handler).self, named: "cart", scope: .scoped, .wired(CartHandler.init))
    batch.register((any Handler).self, named: "checkout", scope: .scoped, .wired(CheckoutHandler.init))
    batch.register((any Handler).self, named: "orders", scope: .scoped, .wired(OrdersHandler.init))
    batch.register((any Handler).self, named: "upload", scope: .scoped, .wired(UploadHandler.init))
    batch.register((any Handler).self, named: "invoice", scope: .scoped, .wired(InvoiceHandler.init))
    batch.register(PriceCalculator.self, scope: .transient, .wired(PriceCalculator.init))
    batch.register(Invoice.self, scope: .transient, .wired(Invoice.init, taking: Int.self))
    batch.register(Authenticator.self, scope: .scoped, .asyncWired(Authenticator.signIn))
    batch.register(Router.self, scope: .scoped, .wired(Router.init))
    batch.register(RequestPipeline.self, scope: .scoped, .asyncWired(RequestPipeline.open))
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
