/// The same parts, wired by hand: what a program without a container would write, to compare its costs with.
struct HandmadeApplication: Application {
  fileprivate let options: ServerOptions
  fileprivate let counters: Counters
  fileprivate let pool: DatabasePool
  fileprivate let phrasebook: any Phrasebook = EnglishPhrasebook()

  init(_ options: ServerOptions, _ counters: Counters) async throws {
    self.options = options
    self.counters = counters
    pool = try await DatabasePool(opening: options.database)
  }

  var openScopes: Int { 0 }

  func connect() -> any Session { HandmadeSession(application: self, log: ConnectionLog(counters: counters)) }

  func shutDown(within time: Duration) async -> (isClean: Bool, report: String) {
    await pool.close()
    return (true, "")
  }
}

private struct HandmadeSession: Session {
  let application: HandmadeApplication
  let log: ConnectionLog

  func respond(to request: Request, _ logger: Logger) async throws -> Response {
    let transaction = Transaction(pool: application.pool, logger: logger, counters: application.counters)
    do {
      if application.options.scoped == .async { await transaction.begin() }
      let greeter = Greeter(phrasebook: application.phrasebook, transaction: transaction)
      let handler = Handler(request: request, greeter: greeter, connection: log, counters: application.counters)
      return try await handler.respond().ended(by: { error in
        if error == nil { try await transaction.commit() } else { try await transaction.rollBack() }
      })
    } catch {
      try await transaction.rollBack()
      throw error
    }
  }

  func end() {}
}
