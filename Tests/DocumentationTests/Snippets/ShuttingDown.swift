import Holdfast
import Testing

/// The examples of the article "Shutting down", as they stand there.
@Suite("Shutting down")
struct ShuttingDown {
  final class Connection: Disposable, Sendable {
    let log: Log

    init(log: Log) { self.log = log }

    func dispose() async throws { log.write("connection closed") }
  }

  func run(_ container: Container) async throws -> ShutdownReport {
    try container
      .register(Connection.self) { r in Connection(log: try r.resolve()) }
      .register(
        Int.self, named: "port",
        scope: .singleton(dispose: { _ in print("port given back") })
      ) { _ in 8080 }
    _ = try await container.resolve(Connection.self)

    return try await container.shutdown(builds: .drain, deadline: .seconds(10))
  }

  func end(_ container: Container) async throws {
    let report = try await container.shutdown(deadline: .seconds(10))
    if report.isClean { return }
    print(
      "still being built:", report.unfinished, "open scopes:", report.openScopes,
      "not disposed of:", report.undisposed)
  }

  @Test
  func ends() async throws {
    let container = Container()
    try await end(container)
    #expect(throws: ResolutionError.self) { try container.resolveNow(Connection.self) }
  }

  @Test
  func disposes() async throws {
    let log = Log()
    let container = try Container().register(Log.self, instance: log)
    let report = try await run(container)
    #expect(report.isClean)
    #expect(log.all == ["connection closed"])
    let late = #expect(throws: ResolutionError.self) { try container.resolveNow(Connection.self) }
    #expect(late?.code == .shutDown)
  }
}
