import Holdfast
import HoldfastDiagnostics

/// Databases, caches, files and the search index; most of it takes its time to open.
struct StorageAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [PlatformAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register(ConnectionPool.self, named: .primary, .asyncWired(ConnectionPool.open))
    batch.register(ConnectionPool.self, named: .replica, .asyncWired(ConnectionPool.open))
    batch.register(
      Database.self,
      .async { r in
        try await Database(primary: r.resolve(named: .primary), replica: r.resolve(named: .replica), tracer: r.resolve())
      }
    )
    .declare(
      Database.self,
      needs: .on(ConnectionPool.self, named: .primary), .on(ConnectionPool.self, named: .replica), .on(Tracer.self)
    )
    .register(Schema.self, .asyncWired(Schema.load))
    .register(Migrator.self, .asyncWired(Migrator.migrate))
    .register((any BlobStore).self, .asyncWired(DiskBlobStore.mount))
    .register(SearchIndex.self, .isolated { @IndexActor r in try await SearchIndex(configuration: r.resolve(), database: r.lazy()) })
    .declare(SearchIndex.self, needs: .on(Configuration.self), .on(Database.self, as: .lazy))
    .register(UserCache.self, scope: .cached(.caches), .wired(UserCache.init))
    .register(CatalogueCache.self, scope: .cached(.caches), .wired(CatalogueCache.init))
    .register(PageCache.self, scope: .cached(.caches), .wired(PageCache.init))
    .register(CachePurger.self, .wired(CachePurger.init))
    .register((any HealthCheck).self, named: "database", .wired(DatabaseCheck.init))
    .register((any HealthCheck).self, named: "blobs", .wired(BlobCheck.init))
  }
}

extension Name {
  static let primary: Name = "primary"
  static let replica: Name = "replica"
}

extension CacheGroup {
  static let caches: CacheGroup = "caches"
}

/// Where the search index lives.
@globalActor
actor IndexActor {
  static let shared = IndexActor()
}

final class ConnectionPool: Resource {
  let life: Life

  private init(_ metrics: Metrics) {
    life = metrics.begin()
  }

  static func open(_ configuration: Configuration, _ secrets: Secrets, _ metrics: Metrics) async -> ConnectionPool {
    await Task.yield()
    return ConnectionPool(metrics)
  }
}

final class Database: Sendable {
  let primary: ConnectionPool
  let replica: ConnectionPool
  let tracer: Tracer

  init(primary: ConnectionPool, replica: ConnectionPool, tracer: Tracer) {
    self.primary = primary
    self.replica = replica
    self.tracer = tracer
  }
}

struct Schema: Sendable {
  let database: Database

  static func load(_ database: Database) async -> Schema {
    await Task.yield()
    return Schema(database: database)
  }
}

struct Migrator: Sendable {
  let schema: Schema

  static func migrate(_ database: Database, to schema: Schema, _ logger: Logger) async -> Migrator {
    Migrator(schema: schema)
  }
}

protocol BlobStore: Sendable {}

final class DiskBlobStore: BlobStore, Resource {
  let life: Life

  private init(_ metrics: Metrics) {
    life = metrics.begin()
  }

  static func mount(_ configuration: Configuration, _ metrics: Metrics) async -> any BlobStore {
    await Task.yield()
    return DiskBlobStore(metrics)
  }
}

@IndexActor
final class SearchIndex {
  let configuration: Configuration
  let database: Lazy<Database>

  init(configuration: Configuration, database: Lazy<Database>) {
    self.configuration = configuration
    self.database = database
  }
}

struct UserCache: Sendable {
  let configuration: Configuration
}

struct CatalogueCache: Sendable {
  let configuration: Configuration
}

struct PageCache: Sendable {
  let configuration: Configuration
  let clock: any WallClock
}

struct CachePurger: Sendable {
  let users: UserCache
  let catalogue: CatalogueCache
  let pages: PageCache
}

protocol HealthCheck: Sendable {}

struct DatabaseCheck: HealthCheck {
  let database: Provider<Database>
}

struct BlobCheck: HealthCheck {
  let blobs: Provider<any BlobStore>
}
