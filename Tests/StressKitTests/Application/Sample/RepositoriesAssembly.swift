import Holdfast

/// What one request sees of the data, through one unit of work.
struct RepositoriesAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [StorageAssembly(metrics: metrics), ClientsAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register(RequestContext.self, scope: .scoped, .wired(RequestContext.init))
    batch.register(RequestLogger.self, scope: .scoped, .wired(RequestLogger.init))
    batch.register(UnitOfWork.self, scope: .scoped, .wired(UnitOfWork.init))
    batch.register(UserRepository.self, scope: .scoped, .wired(UserRepository.init))
    batch.register(ProductRepository.self, scope: .scoped, .wired(ProductRepository.init))
    batch.register(OrderRepository.self, scope: .scoped, .wired(OrderRepository.init))
    batch.register(StockRepository.self, scope: .scoped, .wired(StockRepository.init))
    batch.register(PaymentRepository.self, scope: .scoped, .wired(PaymentRepository.init))
    batch.register(SessionRepository.self, scope: .scoped, .wired(SessionRepository.init))
    batch.register(AuditTrail.self, scope: .scoped, .wired(AuditTrail.init))
  }
}

final class RequestContext: Sendable {
  let identifiers: IdentifierSource
  let clock: any WallClock

  init(identifiers: IdentifierSource, clock: any WallClock) {
    self.identifiers = identifiers
    self.clock = clock
  }
}

struct RequestLogger: Sendable {
  let logger: Logger
  let context: RequestContext
}

/// Everything that one request changes, together; it reaches the database when it is first needed.
final class UnitOfWork: Resource {
  let database: Lazy<Database>
  let tracer: Tracer
  let life: Life

  init(_ database: Lazy<Database>, _ tracer: Tracer, _ metrics: Metrics) {
    self.database = database
    self.tracer = tracer
    life = metrics.begin()
  }
}

struct UserRepository: Sendable {
  let work: UnitOfWork
  let cache: UserCache
}

struct ProductRepository: Sendable {
  let work: UnitOfWork
  let cache: CatalogueCache
}

struct OrderRepository: Sendable {
  let work: UnitOfWork
}

struct StockRepository: Sendable {
  let work: UnitOfWork
}

struct PaymentRepository: Sendable {
  let work: UnitOfWork
  let client: PaymentClient
}

struct SessionRepository: Sendable {
  let work: UnitOfWork
  let identifiers: IdentifierSource
}

struct AuditTrail: Sendable {
  let work: UnitOfWork
  let context: RequestContext
}
