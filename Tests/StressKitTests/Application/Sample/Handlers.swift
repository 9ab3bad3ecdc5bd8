import Holdfast

/// Answers one kind of request.
protocol Handler: Sendable {
  /// The unit of work that it changes data through, if it changes any.
  var work: UnitOfWork? { get }
}

struct SignInHandler: Handler {
  let users: UserRepository
  let sessions: SessionRepository
  let notifier: any Notifier

  var work: UnitOfWork? { sessions.work }
}

struct ProfileHandler: Handler {
  let users: UserRepository
  let logger: RequestLogger

  var work: UnitOfWork? { users.work }
}

struct CatalogueHandler: Handler {
  let products: ProductRepository
  let pages: PageCache

  var work: UnitOfWork? { products.work }
}

struct SearchHandler: Handler {
  let index: Lazy<SearchIndex>
  let products: ProductRepository

  var work: UnitOfWork? { products.work }
}

struct CartHandler: Handler {
  let stock: StockRepository
  let products: ProductRepository
  let prices: PriceCalculator

  var work: UnitOfWork? { stock.work }
}

struct CheckoutHandler: Handler {
  let orders: OrderRepository
  let stock: StockRepository
  let payments: PaymentRepository
  let tax: TaxClient
  let shipping: ShippingClient
  let notifier: any Notifier
  let trail: AuditTrail

  var work: UnitOfWork? { orders.work }
}

struct OrdersHandler: Handler {
  let orders: OrderRepository
  let shipping: ShippingClient
  let rates: Provider<ExchangeRates>

  var work: UnitOfWork? { orders.work }
}

struct UploadHandler: Handler {
  let blobs: Provider<any BlobStore>
  let trail: AuditTrail
  let limiter: RateLimiter

  var work: UnitOfWork? { trail.work }
}

struct InvoiceHandler: Handler {
  let makeInvoice: Factory<Invoice, Int>

  var work: UnitOfWork? { nil }
}
