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
      let response = try await handler.respond()
      guard case .stream(let parts) = response.body else {
        try await transaction.commit()
        return response
      }
      return Response(
        status: response.status, headers: response.headers,
        body: .stream { write in
          do {
            try await parts(write)
          } catch {
            try await transaction.rollBack()
            throw error
          }
          try await transaction.commit()
        })
    } catch {
      try await transaction.rollBack()
      throw error
    }
  }

  func end() {}
}
