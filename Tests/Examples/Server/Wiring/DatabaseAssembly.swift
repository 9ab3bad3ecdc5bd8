import Holdfast

/// The database, which outlives all requests.
struct DatabaseAssembly: Assembly {
  let options: ServerOptions

  func register(in batch: Batch) {
    let options = options
    batch.register(
      DatabasePool.self,
      scope: .singleton(dispose: { pool in
        await options.hangs(.pool)
        await pool.close()
      }),
      .async { _ in try await DatabasePool(opening: options.database) })
  }
}
