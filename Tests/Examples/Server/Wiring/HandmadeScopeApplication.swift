import Synchronization

/// The same parts in scopes that are written by hand: what a program without a container would write to have what a container's scopes promise.
///
/// Each value of a request is made when it is first asked for, once, whichever tasks ask. Disposers run in reverse order and learn the outcome, and
/// open scopes are counted. It finds no cycles, reports no scope that is forgotten, says no path where a value fails, and takes no overrides.
struct HandmadeScopeApplication: Application {
  fileprivate let options: ServerOptions
  fileprivate let counters: Counters
  fileprivate let pool: DatabasePool
  fileprivate let phrasebook: any Phrasebook = EnglishPhrasebook()
  fileprivate let scopes = Census()

  init(_ options: ServerOptions, _ counters: Counters) async throws {
    self.options = options
    self.counters = counters
    pool = try await DatabasePool(opening: options.database)
  }

  var openScopes: Int { scopes.alive }

  func connect() -> any Session { HandmadeScopeSession(self) }

  func shutDown(within time: Duration) async -> (isClean: Bool, report: String) {
    await pool.close()
    return (openScopes == 0, "scopes open: \(openScopes)")
  }
}

/// A connection's scope.
private final class HandmadeScopeSession: Session {
  let application: HandmadeScopeApplication
  private let kept = Once<ConnectionLog>()
  private let finish = HandmadeEnd()

  init(_ application: HandmadeScopeApplication) {
    self.application = application
    application.scopes.wasBorn()
  }

  var log: ConnectionLog {
    get throws {
      try finish.checkOpen()
      return kept.get { ConnectionLog(counters: application.counters) }
    }
  }

  func respond(to request: Request, _ logger: Logger) async throws -> Response {
    let scope = RequestScope(of: self, request, logger)
    do {
      return try await scope.resolveHandler().respond().ended(by: { error in await scope.end(error.map(Outcome.failed) ?? .completed) })
    } catch {
      await scope.end(.failed(error))
      throw error
    }
  }

  func end() async {
    guard await finish.come(.completed) else { return }
    kept.forget()
    application.scopes.isGone()
  }
}

/// A request's scope: its values by synchronous functions, and by asynchronous ones.
private final class RequestScope: Sendable {
  private let session: HandmadeScopeSession
  private let request: Request
  private let logger: Logger
  private let finish = HandmadeEnd()
  private let transaction = Once<Transaction>()
  private let greeter = Once<Greeter>()
  private let handler = Once<Handler>()
  private let transactionInTask = OnceInTask<Transaction>()
  private let greeterInTask = OnceInTask<Greeter>()
  private let handlerInTask = OnceInTask<Handler>()

  init(of session: HandmadeScopeSession, _ request: Request, _ logger: Logger) {
    self.session = session
    self.request = request
    self.logger = logger
    application.scopes.wasBorn()
  }

  private var application: HandmadeScopeApplication { session.application }

  func resolveHandler() async throws -> Handler {
    try finish.checkOpen()
    return application.options.scoped == .async ? try await resolveHandlerInTask() : try resolveHandlerNow()
  }

  func end(_ outcome: Outcome) async {
    guard await finish.come(outcome) else { return }
    handler.forget()
    greeter.forget()
    transaction.forget()
    handlerInTask.forget()
    greeterInTask.forget()
    transactionInTask.forget()
    application.scopes.isGone()
  }

  private func makeTransaction() throws -> Transaction {
    let transaction = Transaction(pool: application.pool, logger: logger, counters: application.counters)
    try finish.add { outcome in
      if case .completed = outcome { try await transaction.commit() } else { try await transaction.rollBack() }
    }
    return transaction
  }

  // MARK: Synchronous values

  private func resolveTransactionNow() throws -> Transaction { try transaction.get { try makeTransaction() } }

  private func resolveGreeterNow() throws -> Greeter {
    try greeter.get { Greeter(phrasebook: application.phrasebook, transaction: try resolveTransactionNow()) }
  }

  private func resolveHandlerNow() throws -> Handler {
    try handler.get {
      Handler(request: request, greeter: try resolveGreeterNow(), connection: try session.log, counters: application.counters)
    }
  }

  // MARK: Asynchronous values

  private func resolveTransactionInTask() async throws -> Transaction {
    try await transactionInTask.get { [self] in
      let transaction = try makeTransaction()
      await transaction.begin()
      return transaction
    }
  }

  private func resolveGreeterInTask() async throws -> Greeter {
    try await greeterInTask.get { [self] in
      Greeter(phrasebook: application.phrasebook, transaction: try await resolveTransactionInTask())
    }
  }

  private func resolveHandlerInTask() async throws -> Handler {
    try await handlerInTask.get { [self] in
      Handler(request: request, greeter: try await resolveGreeterInTask(), connection: try session.log, counters: application.counters)
    }
  }
}
