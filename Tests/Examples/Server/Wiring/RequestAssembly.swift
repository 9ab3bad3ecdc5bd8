import Holdfast

/// What lives as long as a connection or a request.
struct RequestAssembly: Assembly {
  let options: ServerOptions

  func register(in batch: Batch) {
    batch.register(seeded: Request.self, in: .request)
    batch.register(seeded: Logger.self, in: .request)
    batch.register(ConnectionLog.self, scope: .scoped(to: .connection), .wired(ConnectionLog.init))
    if options.scoped == .async { registerAsync(in: batch) } else { registerSync(in: batch) }
  }

  /// Synchronous factories: the transaction begins with its first statement. They need the pool to have been warmed up.
  private func registerSync(in batch: Batch) {
    batch.register(Transaction.self, scope: .scoped(to: .request, dispose: end)) { r in
      Transaction(pool: try r.resolve(), logger: try r.resolve(), counters: try r.resolve())
    }
    batch.register(Greeter.self, scope: .scoped(to: .request), .wired(Greeter.init))
    batch.register(Handler.self, scope: .scoped(to: .request), .wired(Handler.init))
  }

  /// Asynchronous factories: the transaction has begun when a handler gets it, so what needs it is made asynchronously too.
  private func registerAsync(in batch: Batch) {
    batch.register(
      Transaction.self, scope: .scoped(to: .request, dispose: end),
      .async { r in
        let transaction = Transaction(pool: try await r.resolve(), logger: try await r.resolve(), counters: try await r.resolve())
        await transaction.begin()
        return transaction
      })
    batch.register(Greeter.self, scope: .scoped(to: .request), .asyncWired(Greeter.init))
    batch.register(Handler.self, scope: .scoped(to: .request), .asyncWired(Handler.init))
  }

  /// The request's scope has ended: normally, or with an error, or it was forgotten.
  private var end: @Sendable (Transaction, Ending) async throws -> Void {
    let options = options
    return { transaction, ending in
      await options.hangs(.transaction)
      if case .completed = ending { try await transaction.commit() } else { try await transaction.rollBack() }
    }
  }
}
