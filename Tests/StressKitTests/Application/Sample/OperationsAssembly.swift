import Holdfast
import HoldfastDiagnostics

/// Jobs, health, administration, and the server itself.
struct OperationsAssembly: Assembly {
  let metrics: Metrics

  var dependencies: [any Assembly] { [StorageAssembly(metrics: metrics), ClientsAssembly(metrics: metrics)] }

  func register(in batch: Batch) {
    batch.register(JobQueue.self, .wired(JobQueue.init))
    batch.register((any Job).self, named: "nightly report", .wired(NightlyReport.init))
    batch.register((any Job).self, named: "cache purge", .wired(CachePurge.init))
    batch.register((any Job).self, named: "index refresh", .wired(IndexRefresh.init))
    batch.register((any Job).self, named: "session sweep", .wired(SessionSweep.init))
    batch.register((any Job).self, named: "rate refresh", .wired(RateRefresh.init))
    batch.register(Scheduler.self, .wired(Scheduler.init))
    batch.register(HealthMonitor.self, .wired(HealthMonitor.init))
    batch.register(StatusPage.self, .wired(StatusPage.init))
    batch.register(AdminConsole.self, .mainActor { r in try AdminConsole(configuration: r.resolve(), logger: r.resolve()) })
    batch.declare(AdminConsole.self, needs: .on(Configuration.self), .on(Logger.self))
    batch.register(AdminPanel.self, scope: .transient, .mainActor { r in try AdminPanel(console: r.resolve(), health: r.resolve()) })
    batch.declare(AdminPanel.self, needs: .on(AdminConsole.self), .on(HealthMonitor.self))
    batch.register(Server.self, .asyncWired(Server.start))
  }
}

final class JobQueue: Resource {
  let logger: Logger
  let life: Life

  init(_ logger: Logger, _ metrics: Metrics) {
    self.logger = logger
    life = metrics.begin()
  }
}

protocol Job: Sendable {}

struct NightlyReport: Job {
  let database: Provider<Database>
  let mail: MailClient
}

struct CachePurge: Job {
  let purger: CachePurger
}

struct IndexRefresh: Job {
  let index: Lazy<SearchIndex>
  let logger: Logger
}

struct SessionSweep: Job {
  let database: Provider<Database>
  let clock: any WallClock
}

struct RateRefresh: Job {
  let rates: Provider<ExchangeRates>
}

struct Scheduler: Sendable {
  let queue: JobQueue
  let jobs: [any Job]
  let clock: any WallClock
}

struct HealthMonitor: Sendable {
  let checks: [any HealthCheck]
  let logger: Logger
}

/// What the status page is decorated with, where it is registered.
struct Banner: Sendable {}

struct StatusPage: Sendable {
  let health: HealthMonitor
  let banner: Banner?
}

@MainActor
final class AdminConsole {
  let configuration: Configuration
  let logger: Logger

  init(configuration: Configuration, logger: Logger) {
    self.configuration = configuration
    self.logger = logger
  }
}

@MainActor
final class AdminPanel {
  let console: AdminConsole
  let health: HealthMonitor

  init(console: AdminConsole, health: HealthMonitor) {
    self.console = console
    self.health = health
  }
}

final class Server: Sendable {
  let migrator: Migrator
  let scheduler: Scheduler
  let status: StatusPage

  init(_ migrator: Migrator, _ scheduler: Scheduler, _ status: StatusPage) {
    self.migrator = migrator
    self.scheduler = scheduler
    self.status = status
  }

  static func start(_ migrator: Migrator, _ scheduler: Scheduler, _ status: StatusPage, _ reporter: ErrorReporter) async -> Server {
    Server(migrator, scheduler, status)
  }
}
