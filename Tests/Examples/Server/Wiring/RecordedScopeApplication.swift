/// The same parts in scopes by hand that keep a container's records: what a request costs with these in code that is no container.
struct RecordedScopeApplication: Application {
  private let counters: Counters
  private let pool: DatabasePool
  private let scopes = Census()
  private let server: RecordedScope

  init(_ options: ServerOptions, _ counters: Counters) async throws {
    self.counters = counters
    pool = try await DatabasePool(opening: options.database)
    let seeds: [ObjectIdentifier: AnyHeld] = [
      ObjectIdentifier(DatabasePool.self): Held(pool), ObjectIdentifier(Counters.self): Held(counters),
      ObjectIdentifier((any Phrasebook).self): Held<any Phrasebook>(EnglishPhrasebook()),
    ]
    server = RecordedScope(Self.recipes(options.scoped), seeds: seeds, counting: scopes)
  }

  var openScopes: Int { scopes.alive }

  func connect() -> any Session { RecordedScopeSession(scope: server.open(.connection)) }

  func shutDown(within time: Duration) async -> (isClean: Bool, report: String) {
    await server.end(.completed)
    await pool.close()
    return (openScopes == 0, "scopes open: \(openScopes)")
  }

  private static func recipes(_ scoped: ServerOptions.Scoped) -> [RecordedRecipe] {
    let log = recipe(.connection) { r in ConnectionLog(counters: try r.resolveNow()) }
    let end: @Sendable (Transaction, Outcome) async throws -> Void = { transaction, outcome in
      if case .completed = outcome { try await transaction.commit() } else { try await transaction.rollBack() }
    }
    switch scoped {
    case .sync:
      return [
        log,
        recipe(.request, dispose: end) { r in
          Transaction(pool: try r.resolveNow(), logger: try r.resolveNow(), counters: try r.resolveNow())
        },
        recipe(.request) { r in Greeter(phrasebook: try r.resolveNow(), transaction: try r.resolveNow()) },
        recipe(.request) { r in
          Handler(request: try r.resolveNow(), greeter: try r.resolveNow(), connection: try r.resolveNow(), counters: try r.resolveNow())
        },
      ]
    case .async:
      return [
        log,
        recipe(
          .request, dispose: end,
          async: { r in
            let transaction = Transaction(pool: try await r.resolve(), logger: try await r.resolve(), counters: try await r.resolve())
            await transaction.begin()
            return transaction
          }),
        recipe(.request, async: { r in Greeter(phrasebook: try await r.resolve(), transaction: try await r.resolve()) }),
        recipe(
          .request,
          async: { r in
            Handler(
              request: try await r.resolve(), greeter: try await r.resolve(), connection: try await r.resolve(),
              counters: try await r.resolve())
          }),
      ]
    }
  }

  private static func recipe<T: Sendable>(
    _ kind: RecordedScope.Kind, dispose: (@Sendable (T, Outcome) async throws -> Void)? = nil,
    _ make: @escaping @Sendable (RecordedResolver) throws -> T
  ) -> RecordedRecipe {
    RecordedRecipe(type: T.self, kind: kind, make: .sync { Held(try make($0)) }, dispose: erased(dispose))
  }

  private static func recipe<T: Sendable>(
    _ kind: RecordedScope.Kind, dispose: (@Sendable (T, Outcome) async throws -> Void)? = nil,
    async make: @escaping @Sendable (RecordedResolver) async throws -> T
  ) -> RecordedRecipe {
    RecordedRecipe(type: T.self, kind: kind, make: .async { Held(try await make($0)) }, dispose: erased(dispose))
  }

  private static func erased<T: Sendable>(
    _ dispose: (@Sendable (T, Outcome) async throws -> Void)?
  ) -> (@Sendable (AnyHeld, Outcome) async throws -> Void)? {
    guard let dispose else { return nil }
    return { held, outcome in try await dispose(unsafeDowncast(held, to: Held<T>.self).value, outcome) }  // made as T
  }
}

/// A connection's scope, with a scope for each request inside.
private struct RecordedScopeSession: Session {
  let scope: RecordedScope

  func respond(to request: Request, _ logger: Logger) async throws -> Response {
    let inner = scope.open(
      .request, seeds: [ObjectIdentifier(Request.self): Held(request), ObjectIdentifier(Logger.self): Held(logger)])
    do {
      let handler: Handler = try await RecordedResolver(scope: inner, build: nil).resolve()
      return try await handler.respond().ended(by: { error in await inner.end(error.map(Outcome.failed) ?? .completed) })
    } catch {
      await inner.end(.failed(error))
      throw error
    }
  }

  func end() async { await scope.end(.completed) }
}
