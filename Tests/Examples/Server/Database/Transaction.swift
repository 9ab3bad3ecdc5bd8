/// Visits that are written to the database together, or not at all. Used by one request.
package final class Transaction: Sendable {
  private struct State: Sendable {
    var connection: DatabaseConnection?
    var visits: [String: Int] = [:]
  }

  private let pool: DatabasePool
  private let logger: Logger
  private let counters: Counters
  private let state = Locked(State())

  package init(pool: DatabasePool, logger: Logger, counters: Counters) {
    self.pool = pool
    self.logger = logger
    self.counters = counters
    counters.objects.wasBorn()
  }

  deinit { counters.objects.isGone() }

  /// Takes a connection, if it has none yet. The first visit does it too.
  package func begin() async {
    guard state.withLock({ $0.connection == nil }) else { return }
    let connection = await pool.take()
    state.withLock { $0.connection = connection }
    logger.log("transaction begun")
  }

  /// The number of this visit, if no other transaction with that name is committed before.
  package func visit(of name: String) async -> Int {
    await begin()
    return pool.visits(of: name)
      + state.withLock { state in
        state.visits[name, default: 0] += 1
        return state.visits[name, default: 0]
      }
  }

  package func commit() async throws {
    guard let (connection, visits) = end() else { return }
    try await pool.giveBack(connection, writing: visits)
    counters.committed.wasBorn()
    logger.log("transaction committed")
  }

  package func rollBack() async throws {
    guard let (connection, _) = end() else { return }
    try await pool.giveBack(connection)
    counters.rolledBack.wasBorn()
    logger.log("transaction rolled back")
  }

  /// What there is to write, and with which connection; nil if it never began, or has ended.
  private func end() -> (DatabaseConnection, [String: Int])? {
    state.withLock { state in
      defer { state = State() }
      return state.connection.map { ($0, state.visits) }
    }
  }
}
